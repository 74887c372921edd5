import Stripe from "stripe";
import { shopCurrency } from "../money.ts";
import {
  type BegunPayment,
  ForgedEventError,
  type HostedPayments,
  PaymentRefusedError,
  PaymentUnreachableError,
  type ProviderRefund,
  type Purchase,
  type WantedRefund,
} from "./payment-provider.ts";
import { eventOf, providerRefundOf, refundOutcomeOf, resultOf, termsOf } from "./stripe-objects.ts";

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
      const list = listRefunds({ payment_intent: reference }, lookOptions);
      for await (const refund of list) refunds.push(providerRefundOf(refund));
      return refunds;
    },

    async *refundsSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const refund of listRefunds({ created })) yield providerRefundOf(refund);
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

  async function* listRefunds(parameters: Stripe.RefundListParams, options?: Stripe.RequestOptions) {
    try {
      yield* stripe.refunds.list({ ...parameters, limit: 100 }, options);
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
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return times.some((time) => Number.parseInt(time.slice(2), 10) > latest);
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
