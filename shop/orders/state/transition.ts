import type { Checkout, ProviderDispute, ProviderRefund, RefundResult } from "../../payments/provider.ts";
import {
  applyAddress,
  applyResend,
  applySentUndone,
  type CorrectedAddress,
  type ResentMail,
} from "./apply-correction.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyInvoiceCorrection, type InvoiceCorrection } from "./apply-invoice-correction.ts";
import {
  applyManualPayment,
  applyPayment,
  applyPaymentUndone,
  type MistakenPayment,
  type PaymentUpdate,
} from "./apply-payment.ts";
import { applyProviderRefunds, applyRefundResult, createRefund, type NewRefund } from "./apply-refund.ts";
import { applyReminder } from "./apply-reminder.ts";
import {
  applyCaptureFailure,
  applyCaptureRequest,
  applyReservationEnding,
  decideCapture,
} from "./apply-reservation.ts";
import { applyItemsReturn, applyReturn, type ReturnedItems } from "./apply-return.ts";
import {
  applyReturnAcceptance,
  applyReturnArrival,
  applyReturnRefusal,
  applyReturnRequest,
  applyReturnWithdrawal,
  type NewReturnRequest,
  type ReturnAcceptance,
} from "./apply-return-request.ts";
import { applyUnmatch, type Unmatch } from "./apply-unmatch.ts";
import { applySentWithdrawals, applyWithdrawal, type OpenWithdrawals, type Withdrawal } from "./apply-withdrawal.ts";
import type { Actor } from "./events.ts";
import {
  addEvent,
  type ByActor,
  closableOf,
  dueCents,
  eventOf,
  type Order,
  type OrderChange,
  type Payment,
  PaymentUnderWayError,
  RefundError,
  refundableCents,
  setPayment,
  setRefunds,
  voidOrder,
} from "./order.ts";
import { TransitionRefusedError } from "./state-machine.ts";

/** A checkout that expired, so that the customer can't pay any more; its id is null where none was saved. */
export type ExpiredCheckout = Pick<Payment, "externalId">;

export interface Shipment {
  carrier: string | null;
  tracking: string | null;
}

interface Voiding extends ByActor {
  notifyCustomer: boolean;
  /** The order stays when its checkout is another one by now. */
  expired?: ExpiredCheckout | undefined;
}

/**
 * What may change an order. The shop says whether an order may be sent before its payment, and when today began, in milliseconds since 1970: a
 * customer is reminded once a day.
 */
export type OrderInput =
  | ({ type: "send"; beforePayment: boolean; withdrawals?: OpenWithdrawals | undefined } & ByActor & Shipment)
  | ({ type: "remind"; today: number } & ByActor)
  | ({ type: "deliver" | "return" | "note" | "undoSent" | "markPaid" | "capture" } & ByActor)
  | ({ type: "undoPayment" } & MistakenPayment)
  | ({ type: "resendMail"; mail: ResentMail } & ByActor)
  | ({ type: "correctAddress"; address: CorrectedAddress } & ByActor)
  | ({ type: "correctInvoice" } & InvoiceCorrection)
  | ({ type: "cancel"; refundId: string; expired: ExpiredCheckout | undefined } & ByActor)
  | ({ type: "void" } & Voiding)
  | ({ type: "returnItems" } & ReturnedItems)
  | ({ type: "requestReturn" } & NewReturnRequest)
  | ({ type: "withdraw" } & Withdrawal)
  | ({ type: "unmatchWithdrawal" } & Unmatch)
  | { type: "withdrawReturn"; returnId: string; actor: Actor }
  | ({ type: "acceptReturn" } & ReturnAcceptance)
  | { type: "declineReturn"; returnId: string; actor: Actor; reason: string }
  | ({ type: "receiveReturn"; returnId: string } & ReturnedItems)
  | ({ type: "refund" } & NewRefund)
  | ({ type: "close" } & ByActor)
  | { type: "checkout"; checkout: Checkout }
  | ({ type: "payment" } & PaymentUpdate)
  | { type: "captureFailed"; error: string }
  | { type: "reservationEnding" }
  | { type: "refundResult"; refundId: string; result: RefundResult }
  | { type: "providerRefunds"; provider: string; refunds: ProviderRefund[] }
  | { type: "dispute"; provider: string; dispute: ProviderDispute };

/**
 * Decides what follows from an input. It changes nothing by itself: `changeOrder` saves the result.
 *
 * @throws TransitionRefusedError, RefundError, ReturnRefusedError, ReturnRequestError, CorrectionRefusedError, CaptureRefusedError,
 * PaymentUnderWayError
 */
export function transition(order: Order, input: OrderInput, now: Date): OrderChange {
  const unchanged: OrderChange = { order, restock: [], mails: [], at: now.getTime() };
  switch (input.type) {
    case "send":
      return send(unchanged, input);
    case "remind":
      return applyReminder(unchanged, input);
    case "deliver":
      return decideCapture(addEvent(unchanged, eventOf("delivered", input), "orderStep"));
    case "return":
      return applyReturn(unchanged, input);
    case "returnItems":
      return applyItemsReturn(unchanged, input);
    case "note":
      return addEvent(unchanged, eventOf("noted", input));
    case "undoSent":
      return applySentUndone(unchanged, input);
    case "markPaid":
      return applyManualPayment(unchanged, input);
    case "undoPayment":
      return applyPaymentUndone(unchanged, input);
    case "resendMail":
      return applyResend(unchanged, input);
    case "correctInvoice":
      return applyInvoiceCorrection(unchanged, input);
    case "correctAddress":
      return applyAddress(unchanged, input);
    case "cancel":
      return cancel(unchanged, input);
    case "void":
      return voidUnpaid(unchanged, input);
    case "refund":
      return createRefund(unchanged, input);
    case "close":
      return close(unchanged, input);
    case "checkout":
      return order.payment.state === "pending" ? setPayment(unchanged, input.checkout) : unchanged;
    case "payment":
      return applyPayment(unchanged, input);
    case "capture":
      return applyCaptureRequest(unchanged, input);
    case "captureFailed":
      return applyCaptureFailure(unchanged, input.error);
    case "reservationEnding":
      return applyReservationEnding(unchanged);
    case "refundResult":
      return applyRefundResult(unchanged, input.refundId, input.result);
    case "providerRefunds":
      return applyProviderRefunds(unchanged, input);
    case "dispute":
      return applyDispute(unchanged, input);
    default:
      return decideRequest(unchanged, input);
  }
}

/** What may change a return request or a withdrawal. */
type RequestInput = Extract<
  OrderInput,
  {
    type:
      | "requestReturn"
      | "withdraw"
      | "unmatchWithdrawal"
      | "withdrawReturn"
      | "acceptReturn"
      | "declineReturn"
      | "receiveReturn";
  }
>;

function decideRequest(unchanged: OrderChange, input: RequestInput): OrderChange {
  switch (input.type) {
    case "requestReturn":
      return applyReturnRequest(unchanged, input);
    case "withdraw":
      return applyWithdrawal(unchanged, input);
    case "unmatchWithdrawal":
      return applyUnmatch(unchanged, input);
    case "withdrawReturn":
      return applyReturnWithdrawal(unchanged, input);
    case "acceptReturn":
      return applyReturnAcceptance(unchanged, input);
    case "declineReturn":
      return applyReturnRefusal(unchanged, input);
    case "receiveReturn":
      return applyReturnArrival(unchanged, input);
  }
}

/** An order that was sent before it was paid isn't cancelled by itself any more. */
function send(
  unchanged: OrderChange,
  { actor, note, beforePayment, withdrawals, carrier, tracking }: Extract<OrderInput, { type: "send" }>,
): OrderChange {
  const { state, isPickup } = unchanged.order;
  if (state === "awaiting-payment" && !beforePayment) throw new TransitionRefusedError(state, "sent", isPickup);
  const parcel = isPickup ? { carrier: null, tracking: null } : { carrier, tracking };
  const event = { ...eventOf("sent", { actor, note }), ...parcel };
  const sent = applySentWithdrawals(addEvent(unchanged, event, "orderStep"), withdrawals);
  if (dueCents(sent.order) > 0) return setPayment(sent, { dueAt: null });
  // What customers collect is paid for when they do.
  return isPickup ? sent : decideCapture(sent);
}

function cancel(unchanged: OrderChange, input: Extract<OrderInput, { type: "cancel" }>): OrderChange {
  const { order } = unchanged;
  const { actor, note, refundId, expired } = input;
  const mayBePaid = order.state === "awaiting-payment" && !(expired && isSameCheckout(order, expired));
  if (mayBePaid) throw new PaymentUnderWayError(order.orderNumber);
  const cancelled = voidOrder(unchanged, { actor, note, notifyCustomer: true });
  if (refundableCents(order) === 0) return cancelled;
  const refunding = createRefund(cancelled, { refundId, actor, reason: note ?? "Your order was cancelled" });
  // The mail about the cancellation speaks of its refund too.
  return { ...refunding, mails: cancelled.mails };
}

function isSameCheckout({ payment }: Order, { externalId }: ExpiredCheckout) {
  return payment.externalId === externalId;
}

/** Cancels an order that wasn't paid. Any other isn't changed. */
function voidUnpaid(unchanged: OrderChange, voiding: Voiding) {
  const { order } = unchanged;
  const isOther = voiding.expired && !isSameCheckout(order, voiding.expired);
  return order.state === "awaiting-payment" && !isOther ? voidOrder(unchanged, voiding) : unchanged;
}

function close(unchanged: OrderChange, by: ByActor): OrderChange {
  const { order } = unchanged;
  const closable = closableOf(order);
  if (!closable) throw new RefundError(`Order ${order.orderNumber} has no return or failed refund to close`);
  const step = closable === "return" ? "returnClosed" : "failedRefundClosed";
  const refunds = order.refunds.map((refund) =>
    refund.outstandingCents > 0 ? { ...refund, outstandingCents: 0 } : refund,
  );
  return setRefunds(addEvent(unchanged, eventOf(step, by)), refunds);
}
