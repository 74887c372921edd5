import Stripe from "stripe";
import { cutText } from "../text/cut-text.ts";
import {
  ForgedEventError,
  type PaymentProvider,
  PaymentRefusedError,
  PaymentUnreachableError,
  type ProviderRefund,
  type Purchase,
  type RefundRequest,
} from "./provider.ts";
import { stripeLeastCents, stripeStepCents, toStripeAmount } from "./stripe-amounts.ts";
import {
  toBalanceChanges,
  toPaymentEvent,
  toPaymentResult,
  toProviderRefund,
  toRefundResult,
  toTerms,
} from "./stripe-objects.ts";

export interface StripeSettings {
  secretKey: string;
  /** Stripe signs its events with it. */
  webhookSecret: string;
  /** Replaces Stripe's own address, for tests. */
  apiUrl: string | undefined;
}

/** Seconds. An event that was signed longer ago is a replay (https://docs.stripe.com/webhooks#replay-attacks). */
const eventToleranceSeconds = 300;
/** Seconds by which Stripe's clock may be ahead of this machine's. */
const clockSkewSeconds = 60;
const timeoutMs = 10_000;
const maxNetworkRetries = 2;
/** For requests that a page waits for. What fails is asked for again soon. */
const syncOptions = { timeout: 3000, maxNetworkRetries: 0 };
/** https://docs.stripe.com/api/checkout/sessions/create */
const lineItemsLimit = 100;
/** https://docs.stripe.com/api/coupons/create */
const couponNameLimit = 40;

/** Payments by Stripe Checkout, the page that Stripe hosts. Stripe takes the money as the customer pays. */
export function createStripePayments({ secretKey, webhookSecret, apiUrl }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiUrl),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  });
  return {
    name: "stripe",
    leastCents: stripeLeastCents,
    stepCents: stripeStepCents,

    createCheckout: (purchase) => createCheckout(stripe, purchase),

    readPayment: async ({ externalId }) => toPaymentResult(await retrieve(stripe, externalId)),

    async expireCheckout({ externalId }) {
      try {
        return toPaymentResult(await ask(stripe.checkout.sessions.expire(externalId)));
      } catch (error) {
        // Only an open session can expire. Any other one says what became of it.
        if (!(error instanceof PaymentRefusedError)) throw error;
        return toPaymentResult(await retrieve(stripe, externalId));
      }
    },

    async refund(refund) {
      const existing = refund.isRetry ? await findRefund(stripe, refund) : undefined;
      try {
        return toRefundResult(existing ?? (await ask(createRefund(stripe, refund))));
      } catch (error) {
        if (!(error instanceof PaymentRefusedError)) throw error;
        return { state: "failed", externalId: "", error: error.message };
      }
    },

    async listRefunds(reference) {
      const refunds: ProviderRefund[] = [];
      const list = eachRefund(stripe, { payment_intent: reference }, syncOptions);
      for await (const refund of list) refunds.push(toProviderRefund(refund));
      return refunds;
    },

    async *listRefundsSince(since) {
      const created = { gte: toSeconds(since) };
      for await (const refund of eachRefund(stripe, { created })) yield toProviderRefund(refund);
    },

    async *listBalanceChanges(from, until) {
      const created = { gte: toSeconds(from), lt: toSeconds(until) };
      const entries = stripe.balanceTransactions.list({ created, limit: 100, expand: ["data.source"] });
      try {
        for await (const entry of entries) yield* toBalanceChanges(entry);
      } catch (error) {
        throw failureOf(error as Error);
      }
    },

    async readEvent(body, headers, now) {
      const signature = headers.get("stripe-signature") ?? "";
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, webhookSecret, eventToleranceSeconds, undefined, now.getTime())
        .catch((error: Error) => {
          throw new ForgedEventError(error.message);
        });
      if (isFromTheFuture(signature, now)) throw new ForgedEventError("It was signed in the future");
      return toPaymentEvent(event, (paymentIntent) => readOrderNumber(stripe, paymentIntent));
    },
  };
}

async function createCheckout(stripe: Stripe, purchase: Purchase) {
  const { orderNumber, email, orderUrl, checkoutUrl } = purchase;
  const metadata = { orderNumber };
  const discounts =
    isItemized(purchase) && purchase.discountCents > 0 ? [await createCoupon(stripe, purchase)] : undefined;
  const session = await ask(
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        client_reference_id: orderNumber,
        customer_email: email,
        line_items: lineItemsOf(purchase),
        ...(discounts && { discounts }),
        metadata,
        payment_intent_data: { metadata, description: `Order ${orderNumber}` },
        success_url: orderUrl,
        cancel_url: checkoutUrl,
      },
      { idempotencyKey: `order-${orderNumber}` },
    ),
  );
  if (!session.url) throw new PaymentRefusedError(`Stripe returned no checkout page for order ${orderNumber}`);
  const terms = {
    ...toTerms(session),
    amountCents: purchase.totalCents,
    currency: purchase.currency.toLowerCase(),
  };
  return { externalId: session.id, url: session.url, ...terms };
}

/** Each order has one coupon, whose id is its number: Stripe forgets idempotency keys after a day. */
async function createCoupon(stripe: Stripe, { orderNumber, discountCents, discountCode, currency }: Purchase) {
  const coupon = `order-${orderNumber}`;
  const terms = {
    amount_off: toStripeAmount(discountCents, currency),
    currency: currency.toLowerCase(),
    duration: "once",
  } as const;
  const name = cutText(`Discount ${discountCode ?? ""}`.trim(), couponNameLimit);
  try {
    await stripe.coupons.create({ id: coupon, ...terms, name, max_redemptions: 1, metadata: { orderNumber } });
  } catch (error) {
    const isCreated = error instanceof Stripe.errors.StripeError && error.code === "resource_already_exists";
    if (!isCreated) throw failureOf(error as Error);
  }
  return { coupon };
}

function retrieve(stripe: Stripe, sessionId: string) {
  return ask(stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] }, syncOptions));
}

async function readOrderNumber(stripe: Stripe, paymentIntent: string) {
  const { metadata } = await ask(stripe.paymentIntents.retrieve(paymentIntent));
  return metadata.orderNumber;
}

function createRefund(stripe: Stripe, { id, orderNumber, reference, amountCents, currency }: RefundRequest) {
  const metadata = { orderNumber, refundId: id };
  return stripe.refunds.create(
    { payment_intent: reference, amount: toStripeAmount(amountCents, currency.toUpperCase()), metadata },
    { idempotencyKey: `refund-${id}` },
  );
}

/** Stripe forgets idempotency keys after a day, so the refund is looked up by the id that it was created with. */
async function findRefund(stripe: Stripe, { id, reference }: RefundRequest) {
  for await (const refund of eachRefund(stripe, { payment_intent: reference })) {
    if (refund.metadata?.refundId === id) return refund;
  }
  return undefined;
}

async function* eachRefund(stripe: Stripe, parameters: Stripe.RefundListParams, options?: Stripe.RequestOptions) {
  try {
    yield* stripe.refunds.list({ ...parameters, limit: 100 }, options);
  } catch (error) {
    throw failureOf(error as Error);
  }
}

function toSeconds(moment: Date) {
  return Math.floor(moment.getTime() / 1000);
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return { host, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? "http" : "https" } as const;
}

/** Each line of the order, and its delivery unless it is free. */
function itemsOf({ deliveryCents, deliveryName, lines }: Purchase) {
  const title = deliveryName ? `Shipping (${deliveryName})` : "Shipping";
  return deliveryCents > 0 ? [...lines, { title, priceCents: deliveryCents, quantity: 1 }] : lines;
}

/** Whether Stripe can show the lines, and they add up to the total with the discount. */
function isItemized(purchase: Purchase) {
  const { subtotalCents, deliveryCents, discountCents, totalCents, currency } = purchase;
  const addsUp = subtotalCents + deliveryCents - discountCents === totalCents;
  const items = itemsOf(purchase);
  const amounts = [discountCents, ...items.map(({ priceCents }) => priceCents)];
  const areWhole = amounts.every((cents) => cents % stripeStepCents(currency) === 0);
  return items.length <= lineItemsLimit && addsUp && areWhole;
}

/** The order's items, or one item for its total. */
function lineItemsOf(purchase: Purchase) {
  const { orderNumber, totalCents, currency } = purchase;
  const whole = { title: `Order ${orderNumber}`, priceCents: totalCents, quantity: 1 };
  const shown = isItemized(purchase) ? itemsOf(purchase) : [whole];
  return shown.map(({ title, priceCents, quantity }) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: toStripeAmount(priceCents, currency),
      product_data: { name: title },
    },
  }));
}

/** The library only refuses signatures that are too old. */
function isFromTheFuture(signature: string, now: Date) {
  const latest = now.getTime() / 1000 + clockSkewSeconds;
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return times.some((time) => Number.parseInt(time.slice(2), 10) > latest);
}

/** @throws PaymentRefusedError when Stripe understood the request and declines it; PaymentUnreachableError when it didn't answer */
function ask<Result>(work: Promise<Result>) {
  return work.catch((error: Error) => {
    throw failureOf(error);
  });
}

function failureOf(error: Error) {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new PaymentRefusedError(error.message);
  // A mistake of ours is no outage: trying again can't help.
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return new PaymentUnreachableError(`Stripe can't be reached right now: ${error.message}`, { cause: error });
}
