import type { PaymentOutcome, PaymentResult, ProviderRefund } from "./provider.ts";
import type { VippsSettings } from "./vipps-client.ts";

/** In the currency's smallest unit. */
export interface VippsAmount {
  currency: string;
  value: number;
}

/** https://developer.vippsmobilepay.com/api/epayment */
export interface VippsPayment {
  reference: string;
  /** It stays AUTHORIZED, whatever is captured, cancelled and refunded: the aggregate says that. */
  state: "CREATED" | "ABORTED" | "EXPIRED" | "AUTHORIZED" | "TERMINATED";
  amount: VippsAmount;
  aggregate: Record<"authorizedAmount" | "cancelledAmount" | "capturedAmount" | "refundedAmount", VippsAmount>;
  redirectUrl?: string;
  metadata?: Record<string, string> | null;
  captureGuaranteedUntil?: string | null;
}

/** An event of a payment's log, and what is posted about it. */
export interface VippsEvent {
  reference: string;
  /** The event's own, unlike the payment's. */
  pspReference: string;
  name: string;
  amount: VippsAmount;
  timestamp: string;
  idempotencyKey?: string | null;
  success: boolean;
}

/** A payment as the shop reads it. @param settings when its money is taken, and whether that is real */
export function toPaymentResult(
  payment: VippsPayment,
  { capture, mode }: Pick<VippsSettings, "capture" | "mode">,
): PaymentResult {
  const { reference, amount, metadata } = payment;
  return {
    externalId: reference,
    createdFor: metadata?.orderNumber,
    amountCents: amount.value,
    currency: amount.currency.toLowerCase(),
    mode,
    outcome: outcomeOf(payment, capture === "paid"),
  };
}

function outcomeOf(payment: VippsPayment, isTakenAtOnce: boolean): PaymentOutcome {
  const { state, reference, aggregate, captureGuaranteedUntil } = payment;
  if (state === "CREATED") return { state: "pending", isProcessing: false };
  if (state !== "AUTHORIZED") return { state: "failed", isByCustomer: state === "ABORTED" };
  const until = Date.parse(captureGuaranteedUntil ?? "");
  const reservation = {
    capturedCents: aggregate.capturedAmount.value,
    releasedCents: aggregate.cancelledAmount.value,
    until: Number.isNaN(until) ? undefined : until,
    isTakenAtOnce,
  };
  return { state: "settled", reference, reservation };
}

/** The refunds of a payment's log. The shop's own have its id as their key; the business portal's may have none. */
export function toRefunds(events: VippsEvent[]): ProviderRefund[] {
  return events.filter(({ name, success }) => name === "REFUNDED" && success).map(toRefund);
}

/** A refund that has worked: Vipps has taken it off the next payout. */
export function toRefund({ reference, pspReference, amount, idempotencyKey }: VippsEvent): ProviderRefund {
  const externalId = idempotencyKey || pspReference;
  return { id: externalId, reference, amountCents: amount.value, result: { state: "settled", externalId } };
}
