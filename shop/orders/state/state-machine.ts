import type { OrderState, OrderTransition } from "#database/schema.ts";

export type { OrderState, OrderTransition };

/** The states in the order in which an order passes through them, with the names that people read. */
export const orderStateNames: Record<OrderState, string> = {
  "awaiting-payment": "Awaiting payment",
  paid: "Paid",
  sent: "Sent",
  delivered: "Delivered",
  cancelled: "Cancelled",
  returned: "Returned",
  refunded: "Refunded",
};

/** An order that customers collect is never sent. See docs/decisions/0166. */
const pickupStateNames: Partial<Record<OrderState, string>> = { sent: "Ready for pickup", delivered: "Picked up" };

/** The name of an order's state that people read. */
export function orderStateName({ state, isPickup }: { state: OrderState; isPickup: 0 | 1 }) {
  return (isPickup && pickupStateNames[state]) || orderStateNames[state];
}

export const orderStates = Object.keys(orderStateNames) as OrderState[];

/** Whether a text names a state. */
export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(orderStateNames, text);
}

/** A refunded order may still be cancelled or returned, depending on where its items are. See docs/decisions/0077. */
type Phase = Exclude<OrderState, "refunded"> | "refundedUnsent" | "refundedSent" | "refundedReturned";

/** What an event says about its order's state. */
interface Transition {
  step: OrderTransition;
  wasSettled?: number | null;
}

/** Whether an order's invoice came before its payment, which is still due. It may be sent and delivered before that. See docs/decisions/0290. */
export function isUnpaidInvoice(past: Pick<Transition, "step">[]) {
  const isPaid = lastOf(past, "paid") > lastOf(past, "paymentUndone");
  return past.some(({ step }) => step === "invoiced") && !isPaid;
}

/** The state that each transition leads to. A transition that isn't listed is refused. */
const allowedTransitions: Record<Phase, Partial<Record<OrderTransition, OrderState>>> = {
  "awaiting-payment": {
    ...{ paid: "paid", cancelled: "cancelled" },
    ...{ invoiced: "awaiting-payment", addressCorrected: "awaiting-payment" },
  },
  paid: {
    ...{ sent: "sent", cancelled: "cancelled", addressCorrected: "paid" },
    ...{ refundedInPart: "paid", refunded: "refunded" },
  },
  sent: {
    ...{ sentUndone: "paid", delivered: "delivered", returned: "returned", itemReturned: "sent" },
    ...{ refundedInPart: "sent", refunded: "refunded" },
  },
  delivered: { returned: "returned", itemReturned: "delivered", refundedInPart: "delivered", refunded: "refunded" },
  cancelled: { paidLate: "cancelled", refundedInPart: "cancelled", refunded: "cancelled" },
  returned: { returnClosed: "returned", refundedInPart: "returned", refunded: "refunded" },
  // The money may go back before the items do. A second refund follows where a bank declined the first.
  refundedUnsent: { cancelled: "cancelled", refundedInPart: "refunded", refunded: "refunded" },
  refundedSent: { returned: "refunded", itemReturned: "refunded", refundedInPart: "refunded", refunded: "refunded" },
  refundedReturned: { refundedInPart: "refunded", refunded: "refunded" },
};

const disputeSteps: OrderTransition[] = ["disputed", "disputeWon", "disputeLost", "disputeClosed"];
/** What happens to reserved money. No one decides these steps: they follow from earlier decisions. */
export const reservationSteps: OrderTransition[] = ["captured", "captureFailed", "released", "reservationEnding"];
const invoiceCorrectionSteps: OrderTransition[] = ["invoiceWithdrawn", "invoiceCorrected"];
const requestSteps: OrderTransition[] = [
  ...(["returnRequested", "returnAccepted", "returnDeclined", "returnWithdrawn"] as const),
  ...(["withdrawn", "withdrawalUnmatched"] as const),
];
/** They may follow anything, and leave the state as it is. */
const statelessSteps: OrderTransition[] = [
  "noted",
  "mailResent",
  ...disputeSteps,
  "captureRequested",
  "captureReduced",
  ...reservationSteps,
  ...invoiceCorrectionSteps,
  ...requestSteps,
];
const failedRefundTransitions: OrderTransition[] = ["refundFailed", "failedRefundClosed"];
const itemStates: OrderState[] = ["sent", "delivered", "returned"];
/** What may happen to an unpaid invoice wherever the items are. */
const invoiceSteps: OrderTransition[] = ["paid", "credited", "reminded"];

/** The state that a transition leads to; undefined when it isn't allowed. @param past the order's events so far */
export function nextState(state: OrderState, { step, wasSettled }: Transition, past: Transition[]) {
  if (statelessSteps.includes(step)) return state;
  if (failedRefundTransitions.includes(step)) {
    if (state === "awaiting-payment") return undefined;
    return wasSettled && state === "refunded" ? stateOfItems(past) : state;
  }
  if (step === "paymentUndone") return stateBeforePayment(state, past);
  if (isUnpaidInvoice(past)) return nextUnpaidState(state, step);
  return allowedTransitions[phaseOf(state, past)][step];
}

/** The same for an order whose invoice isn't paid yet: it goes the way of a paid one, and nothing can be refunded. */
function nextUnpaidState(state: OrderState, step: OrderTransition): OrderState | undefined {
  if (state === "refunded") return undefined;
  if (state === "cancelled") return step === "credited" ? state : undefined;
  if (invoiceSteps.includes(step)) return step === "paid" && state === "awaiting-payment" ? "paid" : state;
  if (step === "refunded" || step === "refundedInPart" || step === "invoiced") return undefined;
  if (step === "sentUndone") return state === "sent" ? "awaiting-payment" : undefined;
  if (step === "sent") return state === "awaiting-payment" ? "sent" : undefined;
  return allowedTransitions[state][step];
}

/** What may have happened since a payment that is undone. */
const sincePayment: OrderTransition[] = ["noted", "mailResent", "addressCorrected"];

/** Where an order was before its payment; undefined if it wasn't paid, or something followed from that. See docs/decisions/0411. */
function stateBeforePayment(state: OrderState, past: Transition[]): OrderState | undefined {
  const paid = lastOf(past, "paid");
  const isLast = paid >= 0 && past.slice(paid + 1).every(({ step }) => sincePayment.includes(step));
  if (!isLast) return undefined;
  return state === "paid" ? "awaiting-payment" : state;
}

/** The state of a paid order without its refunds. */
function stateOfItems(past: Transition[]) {
  const states = past.slice(lastOf(past, "sentUndone") + 1).map(({ step }) => step as OrderState);
  return states.findLast((step) => itemStates.includes(step)) ?? "paid";
}

function phaseOf(state: OrderState, past: Transition[]): Phase {
  if (state !== "refunded") return state;
  if (past.some(({ step }) => step === "returned")) return "refundedReturned";
  return lastOf(past, "sent") > lastOf(past, "sentUndone") ? "refundedSent" : "refundedUnsent";
}

function lastOf(past: Transition[], name: OrderTransition) {
  return past.findLastIndex(({ step }) => step === name);
}

/**
 * The state that follows from an order's events alone. See docs/decisions/0076.
 *
 * @throws TransitionRefusedError when one of them isn't allowed after the others
 */
export function replayEvents(events: Transition[]): OrderState {
  return events.reduce<OrderState>((state, event, index) => {
    const next = nextState(state, event, events.slice(0, index));
    if (!next) throw new TransitionRefusedError(state, event.step);
    return next;
  }, "awaiting-payment");
}

/** The order's state doesn't allow a transition. The message is for staff. */
export class TransitionRefusedError extends Error {
  override name = "TransitionRefusedError";
  readonly state: OrderState;

  constructor(state: OrderState, step: OrderTransition, isPickup: 0 | 1 = 0) {
    const is = orderStateName({ state, isPickup }).toLowerCase();
    const todo = (isPickup && pickupTransitionNames[step]) || transitionNames[step];
    super(
      state === step
        ? `This order ${isPickup && state === "sent" ? "is already" : "has already been"} ${is}`
        : `This order is ${is} and can't be ${todo}`,
    );
    this.state = state;
  }
}

const pickupTransitionNames: Partial<Record<OrderTransition, string>> = {
  sent: "marked as ready for pickup",
  sentUndone: "marked as not ready for pickup",
  delivered: "picked up",
};

const transitionNames: Record<OrderTransition, string> = {
  paid: "paid",
  sent: "sent",
  sentUndone: "marked as not sent",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned",
  itemReturned: "returned in part",
  refunded: "refunded",
  refundedInPart: "refunded",
  refundFailed: "refunded",
  returnClosed: "closed",
  failedRefundClosed: "closed",
  paidLate: "paid",
  paymentUndone: "marked as not paid",
  invoiced: "invoiced",
  credited: "credited",
  reminded: "reminded of its payment",
  addressCorrected: "given another address",
  mailResent: "emailed again",
  captureRequested: "captured",
  captureReduced: "captured",
  captured: "captured",
  captureFailed: "captured",
  released: "released",
  reservationEnding: "captured",
  disputed: "disputed",
  disputeWon: "disputed",
  disputeLost: "disputed",
  disputeClosed: "disputed",
  invoiceWithdrawn: "given another invoice",
  invoiceCorrected: "given another invoice",
  returnRequested: "returned",
  returnAccepted: "returned",
  returnDeclined: "returned",
  returnWithdrawn: "returned",
  withdrawn: "withdrawn from",
  withdrawalUnmatched: "given another withdrawal",
  noted: "noted",
};
