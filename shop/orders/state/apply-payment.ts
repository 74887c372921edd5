import { manualProvider, type PaymentResult, type ProviderRefund } from "../../payments/provider.ts";
import { applyProviderRefunds, createRefund } from "./apply-refund.ts";
import { applyReservation, decideCapture, reservationColumns } from "./apply-reservation.ts";
import { system } from "./events.ts";
import {
  addEvent,
  type ByActor,
  CorrectionRefusedError,
  eventOf,
  invoicedCents,
  type Order,
  type OrderChange,
  refundableCents,
  setPayment,
  voidOrder,
} from "./order.ts";
import { nextState, TransitionRefusedError } from "./state-machine.ts";

/** What the provider says about an order's payment. */
export interface PaymentUpdate {
  provider: string;
  result: PaymentResult;
  /** Refunds made at the provider before the shop knew of a late payment. */
  refunds: ProviderRefund[];
  /** The id of the refund that a late payment needs. */
  refundId: string;
}

/** Settles a payment that staff received outside the shop. @throws TransitionRefusedError, CorrectionRefusedError */
export function applyManualPayment(unchanged: OrderChange, by: ByActor): OrderChange {
  const { order } = unchanged;
  const { payment, currency } = order;
  const amountCents = invoicedCents(order);
  // A sent order may be paid now, or have been before.
  const wasInvoiced = order.events.some(({ step }) => step === "invoiced");
  if (wasInvoiced && payment.state === "settled") throw new TransitionRefusedError("paid", "paid");
  const paid = addEvent(unchanged, { ...eventOf("paid", by), amountCents }, "orderStep");
  if (amountCents === 0) throw new CorrectionRefusedError("All of this order's invoice was credited");
  if (payment.provider !== manualProvider)
    throw new CorrectionRefusedError(`This order is paid with ${payment.provider}, which reports its payment`);
  const terms = { amountCents, paidCents: amountCents, currency: currency.toLowerCase() };
  return setPayment(paid, { ...terms, state: "settled", dueAt: null });
}

/** Whether staff marked an order as paid, and nothing followed from that which is in the way of undoing it. */
export function canUndoPayment({ state, events }: Pick<Order, "state" | "events">) {
  const isByStaff = events.findLast(({ step }) => step === "paid")?.actor.type === "staff";
  return isByStaff && nextState(state, { step: "paymentUndone" }, events) !== undefined;
}

/** An order's payment that was recorded by mistake. */
export interface MistakenPayment extends ByActor {
  /** The number of the invoice that was issued with it, if any. */
  invoice: string | undefined;
}

/**
 * Takes back that staff marked an order as paid. It waits for its payment again, without an end. The customer is only notified if the mail about the
 * payment is no longer waiting.
 *
 * @throws TransitionRefusedError, CorrectionRefusedError
 */
export function applyPaymentUndone(unchanged: OrderChange, { invoice, ...by }: MistakenPayment): OrderChange {
  const { order } = unchanged;
  const paid = order.events.findLast(({ step }) => step === "paid");
  const undone = addEvent(
    unchanged,
    { ...eventOf("paymentUndone", by), amountCents: paid?.amountCents ?? null },
    "orderStep",
  );
  if (!canUndoPayment(order)) throw new CorrectionRefusedError("Nobody marked this order as paid");
  if (invoice !== undefined)
    throw new CorrectionRefusedError(
      `Invoice ${invoice} was issued with the payment. Refund the order instead, which issues a credit note`,
    );
  const mails = undone.mails.map((mail) => (paid ? { ...mail, takesBack: paid.position } : mail));
  return setPayment({ ...undone, mails }, { state: "pending", amountCents: null, paidCents: null, currency: null });
}

/** The same result twice, or one that a later result has overtaken, changes nothing. */
export function applyPayment(unchanged: OrderChange, { provider, result, ...late }: PaymentUpdate): OrderChange {
  const { order } = unchanged;
  const outcome = outcomeFor(order, result);
  if (!isOwnPayment(order, provider, result)) {
    return outcome.state === "pending" ? unchanged : reportMismatch(unchanged, provider, result);
  }
  if (outcome.state === "settled") return settlePayment(unchanged, { provider, result, ...late });
  if (order.state !== "awaiting-payment") return unchanged;
  if (outcome.state === "failed") {
    const notifyCustomer = !outcome.isByCustomer;
    return voidOrder(unchanged, { actor: system, note: "We didn't receive a payment", notifyCustomer });
  }
  const isNew = outcome.isProcessing && order.payment.processingSince === null;
  return isNew ? setPayment(unchanged, { processingSince: unchanged.at }) : unchanged;
}

/** Money that was reserved and let go before the shop knew of it pays nothing. */
function outcomeFor({ payment }: Order, { outcome, amountCents }: PaymentResult): PaymentResult["outcome"] {
  const { reservation } = outcome.state === "settled" ? outcome : {};
  const isGone = reservation && reservation.capturedCents === 0 && reservation.releasedCents >= amountCents;
  return isGone && payment.state !== "settled" ? { state: "failed" } : outcome;
}

function settlePayment(unchanged: OrderChange, { provider, result, refunds, refundId }: PaymentUpdate): OrderChange {
  const { order } = unchanged;
  const { externalId, amountCents, currency, mode, outcome } = result;
  if (outcome.state !== "settled") return unchanged;
  const { reservation } = outcome;
  if (order.payment.state === "settled")
    return reservation ? applyReservation(unchanged, provider, reservation) : unchanged;
  const terms = { externalId, amountCents, currency, mode, paidCents: amountCents, reference: outcome.reference };
  const settled = setPayment(unchanged, {
    ...terms,
    state: "settled",
    processingSince: null,
    dueAt: null,
    attempts: 0,
    lastError: null,
    ...(reservation && reservationColumns(reservation, unchanged.at)),
  });
  const event = { actor: { type: "provider", id: provider }, amountCents } as const;
  if (order.state === "awaiting-payment") {
    const paid = addEvent(settled, { ...event, step: "paid" }, "order");
    if (!reservation) return paid;
    const due = reservation.isTakenAtOnce ? decideCapture(paid) : paid;
    return applyReservation(due, provider, reservation);
  }
  const late = addEvent(settled, { ...event, step: "paidLate" }, "ownerNotice");
  const booked = applyProviderRefunds(late, { provider, refunds });
  const warning = "A payment arrived after its order was cancelled, and is refunded";
  if (refundableCents(booked.order) === 0) return { ...booked, warning };
  const reason = "Your payment arrived after the order was cancelled";
  return { ...createRefund(booked, { refundId, actor: system, reason }), warning };
}

/**
 * Whether a provider's payment is the one that the order asked for: same id, amount, currency and mode. The order may not know its id yet, or
 * never if the process was killed: then the shop must have created it for this order at this price. See docs/decisions/0128.
 */
function isOwnPayment(order: Order, provider: string, result: PaymentResult) {
  const { orderNumber, totalCents, payment } = order;
  const { externalId, amountCents, currency, mode } = payment;
  if (payment.provider !== provider) return false;
  if (externalId === null) {
    const isSamePrice = result.amountCents === totalCents && result.currency === order.currency.toLowerCase();
    return result.createdFor === orderNumber && isSamePrice;
  }
  const isSameMoney = result.amountCents === amountCents && result.currency === currency;
  return result.externalId === externalId && isSameMoney && (mode === null || result.mode === mode);
}

/** Notifies the owner once of each paid payment that isn't the order's own, and once of all that ended unpaid: anyone can open those. */
function reportMismatch(unchanged: OrderChange, provider: string, result: PaymentResult): OrderChange {
  const note = mismatchNote(provider, result);
  const isReported = unchanged.order.events.some((event) => event.step === "noted" && event.note === note);
  if (isReported) return unchanged;
  const reported = addEvent(
    unchanged,
    { step: "noted", actor: { type: "provider", id: provider }, note },
    "ownerNotice",
  );
  return { ...reported, warning: `A payment doesn't match its order, which was not changed (${note})` };
}

function mismatchNote(provider: string, { outcome, externalId, amountCents, currency, mode }: PaymentResult) {
  if (outcome.state !== "settled") return `A payment at ${provider} that doesn't match this order ended unpaid`;
  const amount = formatAmount(amountCents, currency);
  return `${amount} was paid at ${provider} with a ${mode} payment that doesn't match this order: ${externalId}`;
}

/** @param minorUnits of any currency; some have no cents */
function formatAmount(minorUnits: number, currency: string) {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minorUnits}`;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "code" });
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
