import type Stripe from "stripe";
import type {
  PaymentEvent,
  PaymentOutcome,
  PaymentResult,
  PaymentTerms,
  ProviderRefund,
  RefundOutcome,
} from "./payment-provider.ts";

/** What a session asks for. */
export function termsOf({ amount_total, currency, livemode }: Stripe.Checkout.Session): PaymentTerms {
  return { amountCents: amount_total ?? 0, currency: currency ?? "", mode: livemode ? "live" : "test" };
}

/** A session, and what has become of it. */
export function resultOf(session: Stripe.Checkout.Session, outcome = outcomeOf(session)): PaymentResult {
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

/** What has become of a refund. */
export function refundOutcomeOf({ id, status, failure_reason }: Stripe.Refund): RefundOutcome {
  if (status === "succeeded") return { state: "done", externalId: id };
  if (status === "failed" || status === "canceled") {
    return { state: "failed", externalId: id, error: failure_reason ?? status };
  }
  return { state: "waiting", externalId: id };
}

/** A refund, wherever it was made. */
export function providerRefundOf(refund: Stripe.Refund): ProviderRefund {
  const { metadata, amount: amountCents, payment_intent } = refund;
  const reference = payment_intent ? idOf(payment_intent) : "";
  return { id: metadata?.refundId, reference, amountCents, outcome: refundOutcomeOf(refund) };
}

/**
 * What an event means to the shop; undefined when it means nothing.
 *
 * @param readOrderNumber finds the order of a payment by the provider's name for the money
 */
export async function eventOf(
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
