import type { OrderState, OrderStep } from "#database/schema.ts";

export type { OrderState, OrderStep };

/** The states in the order in which an order comes to them, as people read them. */
export const orderStateNames: Record<OrderState, string> = {
  "awaiting-payment": "Awaiting payment",
  paid: "Paid",
  sent: "Sent",
  delivered: "Delivered",
  cancelled: "Cancelled",
  returned: "Returned",
  refunded: "Refunded",
};

export const orderStates = Object.keys(orderStateNames) as OrderState[];

/** Whether a text names a state. */
export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(orderStateNames, text);
}

/** Where an order stands. Of one that is paid back, it also counts where its goods are. */
type Standing = Exclude<OrderState, "refunded"> | "refundedUnsent" | "refundedSent" | "refundedAndBack";

/** What moves an order: its events' steps, and the failure of a refund that had been settled. */
export type OrderTransition = OrderStep | "refundReversed";

/** What an order's event says of its state. */
interface EventFacts {
  step: OrderStep;
  wasSettled?: number | null;
}

/** The transition of an event. A refund that fails before it was settled changes nothing; afterwards it takes back what it refunded. */
export function transitionOf({ step, wasSettled }: EventFacts): OrderTransition {
  return step === "refundFailed" && wasSettled ? "refundReversed" : step;
}

/** Where each transition leads. What isn't here may not follow; `noted` and what money does may, and change nothing. */
const follows: Record<Standing, Partial<Record<OrderTransition, OrderState>>> = {
  "awaiting-payment": { paid: "paid", cancelled: "cancelled" },
  paid: { sent: "sent", cancelled: "cancelled", refundedInPart: "paid", refunded: "refunded" },
  sent: { delivered: "delivered", returned: "returned", refundedInPart: "sent", refunded: "refunded" },
  delivered: { returned: "returned", refundedInPart: "delivered", refunded: "refunded" },
  // What was paid for it goes back.
  cancelled: { paidLate: "cancelled", refundedInPart: "cancelled", refunded: "cancelled" },
  returned: { returnClosed: "returned", refundedInPart: "returned", refunded: "refunded" },
  // The money may go back before the goods do; and where a bank refused it, once more.
  refundedUnsent: { cancelled: "cancelled", refundedInPart: "refunded", refunded: "refunded" },
  refundedSent: { returned: "refunded", refundedInPart: "refunded", refunded: "refunded" },
  refundedAndBack: { refundedInPart: "refunded", refunded: "refunded" },
};

const paidFor: OrderState[] = ["paid", "sent", "delivered", "cancelled", "returned", "refunded"];

/** The state to which a transition leads; undefined when it may not follow. @param taken the order's events so far */
export function stateAfter(
  state: OrderState,
  transition: OrderTransition,
  taken: EventFacts[],
): OrderState | undefined {
  if (transition === "noted") return state;
  if (transition === "refundReversed" && state === "refunded") return goodsStateOf(taken);
  if (aboutFailedRefunds.includes(transition)) return paidFor.includes(state) ? state : undefined;
  return follows[standingOf(state, taken)][transition];
}

const aboutFailedRefunds: OrderTransition[] = ["refundFailed", "refundReversed", "failedRefundClosed"];
const goodsStates: OrderState[] = ["paid", "sent", "delivered", "returned"];

/** The state that an order has by its goods alone, whatever was refunded. */
function goodsStateOf(taken: EventFacts[]) {
  const states = taken.map(({ step }) => step as OrderState);
  return states.findLast((step) => goodsStates.includes(step));
}

function standingOf(state: OrderState, taken: EventFacts[]): Standing {
  if (state !== "refunded") return state;
  if (taken.some(({ step }) => step === "returned")) return "refundedAndBack";
  return taken.some(({ step }) => step === "sent") ? "refundedSent" : "refundedUnsent";
}

/** The state that follows from an order's events alone. @throws when one of them may not follow those before it */
export function replayEvents(events: EventFacts[]): OrderState {
  return events.reduce<OrderState>((state, event, index) => {
    const next = stateAfter(state, transitionOf(event), events.slice(0, index));
    if (!next) throw new StepRefusedError(state, event.step);
    return next;
  }, "awaiting-payment");
}

/** A step may not follow where an order stands. The message is for the shop's owner. */
export class StepRefusedError extends Error {
  override name = "StepRefusedError";
  readonly state: OrderState;

  constructor(state: OrderState, step: OrderStep) {
    super(`An order that is ${orderStateNames[state].toLowerCase()} can't be ${stepNames[step]}`);
    this.state = state;
  }
}

const stepNames: Record<OrderStep, string> = {
  paid: "paid",
  sent: "sent",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned",
  refunded: "refunded",
  refundedInPart: "refunded",
  refundFailed: "refunded",
  returnClosed: "closed",
  failedRefundClosed: "closed",
  paidLate: "paid",
  noted: "noted",
};
