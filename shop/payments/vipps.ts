import {
  type CaptureRequest,
  ForgedEventError,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentRef,
  PaymentRefusedError,
  type PaymentResult,
  type ProviderRefund,
  type Purchase,
  type RefundRequest,
} from "./provider.ts";
import { createVippsClient, type VippsClient, VippsRefusedError, type VippsSettings } from "./vipps-client.ts";
import { toPaymentResult, toRefund, toRefunds, type VippsEvent, type VippsPayment } from "./vipps-objects.ts";
import { listVippsEntries } from "./vipps-report.ts";
import { verifyVippsEvent } from "./vipps-signature.ts";

/** The least that can be paid, in cents of the currencies that Vipps MobilePay takes. A sales unit has one of them. */
const leastCents = new Map([
  ["NOK", 100],
  ["DKK", 1],
  ["EUR", 1],
]);
/** For requests that a page or an event waits for. What fails is asked for again soon. */
const syncTimeoutMs = 3000;
/** The payment has been captured or released by someone else: reading it says what became of it. */
const endedCodes = ["6030", "6040", "6050", "6060", "6070", "6170", "6190"];
const eventNames = ["authorized", "aborted", "expired", "terminated", "captured", "cancelled", "refunded"];

/**
 * Payments by the ePayment API of Vipps MobilePay: customers reserve the money in its app, and the shop captures it. A payment's reference is
 * the order's number.
 */
export function createVippsPayments(settings: VippsSettings): PaymentProvider {
  const client = createVippsClient(settings);
  const readPayment = async ({ externalId }: Pick<PaymentRef, "externalId">) =>
    toPaymentResult(await readVippsPayment(client, externalId), settings);
  /** Changes a payment, and reads what came of it, also where someone else has ended it before. */
  const change = async (ref: PaymentRef, work: Promise<unknown>) => {
    await work.catch((error) => {
      if (!(error instanceof VippsRefusedError && endedCodes.includes(error.code ?? ""))) throw error;
    });
    return readPayment(ref);
  };
  return {
    name: "vipps",
    leastCents: (currency) => leastCents.get(currency),
    createCheckout: async (purchase) => ({
      externalId: purchase.orderNumber,
      url: await createPayment(client, purchase),
      amountCents: purchase.totalCents,
      currency: purchase.currency.toLowerCase(),
      mode: settings.mode,
    }),
    readPayment,
    capture: (request) => change(request, capture(client, request)),
    release: (ref) => change(ref, cancel(client, ref)),
    // A payment that the customer confirms at this moment stays, and is the order's.
    expireCheckout: (ref) => change(ref, cancel(client, ref, { cancelTransactionOnly: true })),
    refund: (refund) => refundPayment(client, refund),
    listRefunds: async (reference) => toRefunds(await readLog(client, reference)),
    listBalanceChanges: (from, until) => listVippsEntries(client, from, until),
    eventAddresses: eventAddressesOf(client),

    async readEvent(body, headers, now, key) {
      if (!key) throw new ForgedEventError("The shop hasn't registered its address with Vipps MobilePay yet");
      verifyVippsEvent(body, headers, now, key);
      const event = JSON.parse(body) as VippsEvent & { msn: string };
      if (event.msn !== settings.merchantSerialNumber) return undefined;
      return toPaymentEvent(event, readPayment);
    },
  };
}

function paymentPath(reference: string) {
  return `/epayment/v1/payments/${encodeURIComponent(reference)}`;
}

function readVippsPayment(client: VippsClient, reference: string) {
  return client.request<VippsPayment>("GET", paymentPath(reference), { timeoutMs: syncTimeoutMs });
}

function readLog(client: VippsClient, reference: string) {
  return client.request<VippsEvent[]>("GET", `${paymentPath(reference)}/events`, { timeoutMs: syncTimeoutMs });
}

/** An order has one payment, whose reference is its number. @returns where the customer pays @throws PaymentRefusedError */
async function createPayment(client: VippsClient, { orderNumber, totalCents, currency, returnUrl }: Purchase) {
  const body = {
    amount: { currency, value: totalCents },
    paymentMethod: { type: "WALLET" },
    userFlow: "WEB_REDIRECT",
    reference: orderNumber,
    returnUrl,
    paymentDescription: `Order ${orderNumber}`,
    metadata: { orderNumber },
  };
  const key = `order-${orderNumber}`;
  const created = await client
    .request<{ redirectUrl?: string }>("POST", "/epayment/v1/payments", { body, idempotencyKey: key })
    .catch((error) => findPayment(client, orderNumber, error));
  if (!created.redirectUrl) throw new PaymentRefusedError(`Vipps MobilePay returned no page for order ${orderNumber}`);
  return created.redirectUrl;
}

/** Vipps forgets idempotency keys, but never a reference. @throws the refusal, unless the payment exists */
async function findPayment(client: VippsClient, reference: string, refusal: Error) {
  if (!(refusal instanceof VippsRefusedError)) throw refusal;
  return readVippsPayment(client, reference).catch((error) => {
    throw error instanceof VippsRefusedError ? refusal : error;
  });
}

/** A repetition must ask for the same amount, and would get the same refusal. */
function capture(client: VippsClient, { externalId, amountCents, currency, refusals }: CaptureRequest) {
  return client.request("POST", `${paymentPath(externalId)}/capture`, {
    body: { modificationAmount: { currency: currency.toUpperCase(), value: amountCents } },
    idempotencyKey: `capture-${externalId}-${amountCents}-${refusals}`,
  });
}

/** It has no idempotency key: a refusal must not be repeated once it is over, and cancelling twice does no harm. */
function cancel(client: VippsClient, { externalId }: PaymentRef, body: object = {}) {
  return client.request("POST", `${paymentPath(externalId)}/cancel`, { body });
}

async function refundPayment(client: VippsClient, { id, reference, amountCents, currency, isRetry }: RefundRequest) {
  const existing = isRetry ? await findRefund(client, { id, reference }) : undefined;
  if (existing) return existing.result;
  try {
    await client.request("POST", `${paymentPath(reference)}/refund`, {
      body: { modificationAmount: { currency: currency.toUpperCase(), value: amountCents } },
      idempotencyKey: id,
    });
    return { state: "settled", externalId: id } as const;
  } catch (error) {
    if (!(error instanceof VippsRefusedError)) throw error;
    return { state: "failed", externalId: id, error: error.message } as const;
  }
}

async function findRefund(client: VippsClient, { id, reference }: Pick<RefundRequest, "id" | "reference">) {
  const refunds: ProviderRefund[] = toRefunds(await readLog(client, reference));
  return refunds.find((refund) => refund.id === id);
}

/** https://developer.vippsmobilepay.com/docs/APIs/webhooks-api/api-guide */
function eventAddressesOf(client: VippsClient): NonNullable<PaymentProvider["eventAddresses"]> {
  const path = "/webhooks/v1/webhooks";
  const events = eventNames.map((name) => `epayments.payment.${name}.v1`);
  return {
    list: async () => (await client.request<{ webhooks: { id: string; url: string }[] }>("GET", path)).webhooks,
    add: (url) => client.request("POST", path, { body: { url, events } }),
    remove: (id) => client.request("DELETE", `${path}/${encodeURIComponent(id)}`),
  };
}

/**
 * An event only says that something happened: the payment itself says what. Only a refund's amount is read from the event.
 *
 * @param readPayment reads a payment by its reference
 */
async function toPaymentEvent(
  event: VippsEvent,
  readPayment: (ref: Pick<PaymentRef, "externalId">) => Promise<PaymentResult>,
): Promise<PaymentEvent | undefined> {
  const { name, reference, success } = event;
  if (name === "REFUNDED" && success) return { about: "refund", orderNumber: reference, ...toRefund(event) };
  try {
    const result = await readPayment({ externalId: reference });
    return { about: "payment", orderNumber: result.createdFor ?? reference, result };
  } catch (error) {
    // It isn't the sales unit's, or not one of this API.
    if (error instanceof VippsRefusedError) return undefined;
    throw error;
  }
}
