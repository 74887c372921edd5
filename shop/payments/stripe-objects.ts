import type Stripe from "stripe";
import type {
  BalanceChange,
  PaymentEvent,
  PaymentOutcome,
  PaymentResult,
  PaymentTerms,
  ProviderRefund,
  RefundResult,
} from "./provider.ts";

export function toTerms({ amount_total, currency, livemode }: Stripe.Checkout.Session): PaymentTerms {
  return { amountCents: amount_total ?? 0, currency: currency ?? "", mode: livemode ? "live" : "test" };
}

/** What Stripe charged for an entry of the account's balance, and the entry itself if it is a fee or a payout (https://docs.stripe.com/reports/balance-transaction-types). */
export function* toBalanceChanges(entry: Stripe.BalanceTransaction): Generator<BalanceChange> {
  const { id, created, type, amount, fee, source } = entry;
  const reference = source === null ? id : idOf(source);
  const change = { at: created * 1000, currency: entry.currency.toUpperCase(), reference };
  if (fee !== 0) yield { ...change, type: "Fee", amountCents: -fee };
  if (type === "stripe_fee") yield { ...change, type: "Fee", amountCents: amount };
  if (type.startsWith("payout")) yield { ...change, type: "Payout", amountCents: amount };
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
  const { metadata, amount: amountCents, payment_intent } = refund;
  const reference = payment_intent ? idOf(payment_intent) : "";
  return { id: metadata?.refundId, reference, amountCents, result: toRefundResult(refund) };
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
    default:
      return undefined;
  }
}

function idOf(object: string | { id: string }) {
  return typeof object === "string" ? object : object.id;
}
