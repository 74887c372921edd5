import type Stripe from "stripe";
import type {
  BalanceChange,
  PaymentEvent,
  PaymentOutcome,
  PaymentResult,
  PaymentTerms,
  ProviderDispute,
  ProviderRefund,
  RefundResult,
} from "./provider.ts";
import { centsFromStripe } from "./stripe-amounts.ts";

export function toTerms({ amount_total, currency, livemode }: Stripe.Checkout.Session): PaymentTerms {
  const amountCents = centsFromStripe(amount_total ?? 0, currency ?? "");
  return { amountCents, currency: currency ?? "", mode: livemode ? "live" : "test" };
}

/** Entries by which a customer pays or is refunded (https://docs.stripe.com/reports/balance-transaction-types). */
const saleOrRefundTypes = ["charge", "payment", "refund", "payment_refund", "refund_failure", "payment_failure_refund"];

/** An entry of the account's balance, of any type, and what Stripe charged for it. Together they are the entry's net amount. */
export function* toBalanceChanges(entry: Stripe.BalanceTransaction): Generator<BalanceChange> {
  const { id, created, type, amount, fee, source } = entry;
  const reference = source === null ? id : idOf(source);
  const payment = paymentOf(source);
  const change = { at: created * 1000, currency: entry.currency.toUpperCase(), reference, payment };
  if (fee !== 0)
    yield {
      ...change,
      payment: undefined,
      type: "Fee",
      amountCents: -centsFromStripe(fee, entry.currency),
      isSaleOrRefund: false,
    };
  if (amount === 0) return;
  yield {
    ...change,
    type: balanceTypeOf(entry),
    amountCents: centsFromStripe(amount, entry.currency),
    isSaleOrRefund: saleOrRefundTypes.includes(type),
  };
}

/** "payout_failure" is a "Payout failure". Adjustments say what they are by their category. */
function balanceTypeOf({ type, reporting_category }: Stripe.BalanceTransaction) {
  if (type === "stripe_fee") return "Fee";
  const words = (type === "adjustment" ? reporting_category : type).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The payment that a charge, a refund or a dispute is about. */
function paymentOf(source: Stripe.BalanceTransaction["source"]) {
  if (source === null || typeof source === "string" || !("payment_intent" in source)) return undefined;
  return source.payment_intent ? idOf(source.payment_intent) : undefined;
}

/** A session and its outcome. */
export function toPaymentResult(session: Stripe.Checkout.Session, outcome = outcomeOf(session)): PaymentResult {
  // Anyone may open a Payment Link with a `client_reference_id`. Only the account's own keys write metadata.
  return { externalId: session.id, createdFor: session.metadata?.orderNumber, ...toTerms(session), outcome };
}

function outcomeOf(session: Stripe.Checkout.Session): PaymentOutcome {
  const { status, payment_status, payment_intent } = session;
  if (status === "expired") return { state: "failed" };
  if (status !== "complete" || !payment_intent) return { state: "pending", isProcessing: false };
  // The bank of a completed payment may take days, and decline it in the end.
  if (payment_status === "unpaid") {
    return isDeclined(payment_intent) ? { state: "failed" } : { state: "pending", isProcessing: true };
  }
  return { state: "settled", reference: idOf(payment_intent) };
}

function isDeclined(intent: string | Stripe.PaymentIntent) {
  return typeof intent === "object" && (intent.status === "requires_payment_method" || intent.status === "canceled");
}

export function toRefundResult({ id, status, failure_reason }: Stripe.Refund): RefundResult {
  if (status === "succeeded") return { state: "settled", externalId: id };
  if (status === "failed" || status === "canceled") {
    return { state: "failed", externalId: id, error: failure_reason ?? status };
  }
  return { state: "pending", externalId: id };
}

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const { metadata, amount, currency, payment_intent } = refund;
  const amountCents = centsFromStripe(amount, currency);
  const reference = payment_intent ? idOf(payment_intent) : "";
  return { id: metadata?.refundId, reference, amountCents, result: toRefundResult(refund) };
}

function toProviderDispute({ id, payment_intent, reason, ...dispute }: Stripe.Dispute): ProviderDispute {
  const reference = payment_intent ? idOf(payment_intent) : "";
  const { amount, currency, status } = dispute;
  const amountCents = centsFromStripe(amount, currency);
  return { externalId: id, reference, amountCents, reason: reason.replaceAll("_", " "), state: disputeStateOf(status) };
}

/** https://docs.stripe.com/disputes/how-disputes-work */
function disputeStateOf(status: string) {
  if (status === "won" || status === "lost") return status;
  return status === "warning_closed" || status === "prevented" ? "closed" : "open";
}

/**
 * Translates an event; undefined for one that doesn't concern the shop.
 *
 * @param readOrderNumber finds the order of a payment by the provider's name for the money
 */
export async function toPaymentEvent(
  event: Stripe.Event,
  readOrderNumber: (paymentIntent: string) => Promise<string | undefined>,
): Promise<PaymentEvent | undefined> {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const session = event.data.object;
      const orderNumber = session.client_reference_id ?? session.metadata?.orderNumber;
      const hasFailed = event.type === "checkout.session.async_payment_failed";
      const result = toPaymentResult(session, hasFailed ? { state: "failed" } : undefined);
      return orderNumber ? { about: "payment", orderNumber, result } : undefined;
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated": {
      const refund = event.data.object;
      if (!refund.payment_intent) return undefined;
      // Refunds made in the dashboard name no order.
      const orderNumber = refund.metadata?.orderNumber ?? (await readOrderNumber(idOf(refund.payment_intent)));
      return orderNumber ? { about: "refund", orderNumber, ...toProviderRefund(refund) } : undefined;
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = toProviderDispute(event.data.object);
      const orderNumber = dispute.reference ? await readOrderNumber(dispute.reference) : undefined;
      return orderNumber ? { about: "dispute", orderNumber, ...dispute } : undefined;
    }
    default:
      return undefined;
  }
}

function idOf(object: string | { id: string }) {
  return typeof object === "string" ? object : object.id;
}
