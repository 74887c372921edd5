import Stripe from "stripe";
import { shopCurrency } from "../money.ts";
import {
  type BegunPayment,
  ForgedEventError,
  type HostedPayments,
  type PaymentEvent,
  type PaymentOutcome,
  PaymentRefusedError,
  type PaymentResult,
  type PaymentTerms,
  PaymentUnreachableError,
  type ProviderRefund,
  type Purchase,
  type RefundOutcome,
  type WantedRefund,
} from "./payment-provider.ts";

export interface StripeSettings {
  secretKey: string;
  /** Signs the events that Stripe posts. */
  webhookSecret: string;
  /** Where Stripe is, when it isn't at its own address. */
  apiUrl: string | undefined;
}

/** Seconds; an event that was signed longer ago is a replay (https://docs.stripe.com/webhooks#replay-attacks). */
const eventToleranceSeconds = 300;
/** Seconds by which Stripe's clock may be ahead of this machine's. */
const clockSkewSeconds = 60;
/** Milliseconds for which an answer is waited. */
const timeoutMs = 10_000;
const maxNetworkRetries = 2;
/** The same where a page waits for it. What could not be read is asked for again soon. */
const lookOptions = { timeout: 3000, maxNetworkRetries: 0 };
/** https://docs.stripe.com/api/checkout/sessions/create */
const lineItemsLimit = 100;

/** Payments by Stripe Checkout, the page that Stripe hosts. Money is taken as the customer pays. */
export function createStripePayments({ secretKey, webhookSecret, apiUrl }: StripeSettings): HostedPayments {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiUrl),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  });
  const sessions = stripe.checkout.sessions;

  return {
    name: "stripe",
    hosted: true,

    async begin(purchase) {
      const { orderNumber, email, orderUrl, checkoutUrl } = purchase;
      const metadata = { orderNumber };
      const session = await asking(
        sessions.create(
          {
            mode: "payment",
            client_reference_id: orderNumber,
            customer_email: email,
            line_items: lineItemsOf(purchase),
            metadata,
            payment_intent_data: { metadata, description: `Order ${orderNumber}` },
            success_url: orderUrl,
            cancel_url: checkoutUrl,
          },
          { idempotencyKey: `order-${orderNumber}` },
        ),
      );
      if (!session.url) throw new PaymentRefusedError(`Stripe gave order ${orderNumber} no page to pay on`);
      const terms = { ...termsOf(session), amountCents: purchase.totalCents, currency: shopCurrency };
      return { externalId: session.id, url: session.url, ...terms };
    },

    capture: async ({ externalId }) => resultOf(await retrieve(externalId)),

    async cancel({ externalId }: BegunPayment) {
      try {
        return resultOf(await asking(sessions.expire(externalId)));
      } catch (error) {
        // Only an open one can be ended. What has become of any other, it says itself.
        if (!(error instanceof PaymentRefusedError)) throw error;
        return resultOf(await retrieve(externalId));
      }
    },

    async refund(refund) {
      const made = refund.isRepeated ? await findRefund(refund) : undefined;
      try {
        return refundOutcomeOf(made ?? (await asking(createRefund(refund))));
      } catch (error) {
        if (!(error instanceof PaymentRefusedError)) throw error;
        return { state: "failed", externalId: "", error: error.message };
      }
    },

    async refundsOf(reference) {
      const refunds: ProviderRefund[] = [];
      for await (const refund of listRefunds({ payment_intent: reference })) refunds.push(providerRefundOf(refund));
      return refunds;
    },

    async readEvent(body, headers) {
      const signature = headers.get("stripe-signature") ?? "";
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, webhookSecret, eventToleranceSeconds)
        .catch((error: Error) => {
          throw new ForgedEventError(error.message);
        });
      if (isFromTheFuture(signature)) throw new ForgedEventError("It was signed in the future");
      return eventOf(event, readOrderNumber);
    },
  };

  function retrieve(sessionId: string) {
    return asking(sessions.retrieve(sessionId, { expand: ["payment_intent"] }, lookOptions));
  }

  async function readOrderNumber(paymentIntent: string) {
    const { metadata } = await asking(stripe.paymentIntents.retrieve(paymentIntent));
    return metadata.orderNumber;
  }

  function createRefund({ id, orderNumber, reference, amountCents }: WantedRefund) {
    const metadata = { orderNumber, refundId: id };
    return stripe.refunds.create(
      { payment_intent: reference, amount: amountCents, metadata },
      { idempotencyKey: `refund-${id}` },
    );
  }

  /** Stripe forgets idempotency keys after a day. Its refunds it keeps. */
  async function findRefund({ id, reference }: WantedRefund) {
    for await (const refund of listRefunds({ payment_intent: reference })) {
      if (refund.metadata?.refundId === id) return refund;
    }
    return undefined;
  }

  async function* listRefunds(parameters: Stripe.RefundListParams) {
    try {
      yield* stripe.refunds.list({ ...parameters, limit: 100 });
    } catch (error) {
      throw failureOf(error as Error);
    }
  }
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {};
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return { host, port: Number(port) || (isPlain ? 80 : 443), protocol: isPlain ? "http" : "https" } as const;
}

/** Each line of the order, and its delivery where it costs something; of more than Stripe takes, their sum. */
function lineItemsOf({ orderNumber, totalCents, deliveryCents, lines }: Purchase) {
  const delivery = deliveryCents > 0 ? [{ title: "Shipping", priceCents: deliveryCents, quantity: 1 }] : [];
  const all = [...lines, ...delivery];
  const whole = { title: `Order ${orderNumber}`, priceCents: totalCents, quantity: 1 };
  const shown = all.length <= lineItemsLimit ? all : [whole];
  return shown.map(({ title, priceCents, quantity }) => ({
    quantity,
    price_data: { currency: shopCurrency, unit_amount: priceCents, product_data: { name: title } },
  }));
}

/** The library only looks for signatures that are too old. */
function isFromTheFuture(signature: string) {
  const latest = Date.now() / 1000 + clockSkewSeconds;
  return [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, time]) => Number(time) > latest);
}

function termsOf({ amount_total, currency, livemode }: Stripe.Checkout.Session): PaymentTerms {
  return { amountCents: amount_total ?? 0, currency: currency ?? "", mode: livemode ? "live" : "test" };
}

function resultOf(session: Stripe.Checkout.Session, outcome = outcomeOf(session)): PaymentResult {
  // Anybody may open a Payment Link with a `client_reference_id`. Metadata only the account's own keys write.
  return { externalId: session.id, begunFor: session.metadata?.orderNumber, ...termsOf(session), outcome };
}

function outcomeOf(session: Stripe.Checkout.Session): PaymentOutcome {
  const { status, payment_status, payment_intent } = session;
  if (status === "expired") return { state: "ended" };
  if (status !== "complete" || !payment_intent) return { state: "open" };
  // One that is complete may wait for a bank, which may refuse in the end.
  if (payment_status === "unpaid") return { state: hasFailed(payment_intent) ? "ended" : "open" };
  return { state: "paid", reference: idOf(payment_intent) };
}

function hasFailed(intent: string | Stripe.PaymentIntent) {
  return typeof intent === "object" && (intent.status === "requires_payment_method" || intent.status === "canceled");
}

function refundOutcomeOf({ id, status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === "succeeded") return { state: "done", externalId: id };
  if (status === "failed" || status === "canceled") {
    return { state: "failed", externalId: id, error: failure_reason ?? status };
  }
  return { state: "waiting", externalId: id };
}

function providerRefundOf(refund: Stripe.Refund): ProviderRefund {
  const { metadata, amount: amountCents, payment_intent } = refund;
  const reference = payment_intent ? idOf(payment_intent) : "";
  return { id: metadata?.refundId, reference, amountCents, outcome: refundOutcomeOf(refund) };
}

/** @param readOrderNumber finds the order of a payment by the provider's name for the money */
async function eventOf(
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
      const hasEnded = event.type === "checkout.session.async_payment_failed";
      const result = resultOf(session, hasEnded ? { state: "ended" } : undefined);
      return orderNumber ? { about: "payment", orderNumber, result } : undefined;
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated": {
      const refund = event.data.object;
      if (!refund.payment_intent) return undefined;
      // Only the shop's own refunds bear its names.
      const orderNumber = refund.metadata?.orderNumber ?? (await readOrderNumber(idOf(refund.payment_intent)));
      return orderNumber ? { about: "refund", orderNumber, ...providerRefundOf(refund) } : undefined;
    }
    default:
      return undefined;
  }
}

function idOf(object: string | { id: string }) {
  return typeof object === "string" ? object : object.id;
}

/** @throws PaymentRefusedError where Stripe understood what was asked and won't do it; PaymentUnreachableError otherwise */
function asking<Result>(work: Promise<Result>) {
  return work.catch((error: Error) => {
    throw failureOf(error);
  });
}

function failureOf(error: Error) {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new PaymentRefusedError(error.message);
  return new PaymentUnreachableError(`Stripe can't be asked for now: ${error.message}`, { cause: error });
}
