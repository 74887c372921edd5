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

/** Where each step leads. What isn't here may not follow; `noted` and what money does may, and change nothing. */
const follows: Record<Standing, Partial<Record<OrderStep, OrderState>>> = {
  "awaiting-payment": { paid: "paid", cancelled: "cancelled" },
  paid: { sent: "sent", cancelled: "cancelled", refundedInPart: "paid", refunded: "refunded" },
  sent: { delivered: "delivered", returned: "returned", refundedInPart: "sent", refunded: "refunded" },
  delivered: { returned: "returned", refundedInPart: "delivered", refunded: "refunded" },
  // What was paid for it goes back.
  cancelled: { paidLate: "cancelled", refundedInPart: "cancelled", refunded: "cancelled" },
  returned: { refundedInPart: "returned", refunded: "refunded" },
  // The money may go back before the goods do; and where a bank refused it, once more.
  refundedUnsent: { cancelled: "cancelled", refundedInPart: "refunded", refunded: "refunded" },
  refundedSent: { returned: "refunded", refundedInPart: "refunded", refunded: "refunded" },
  refundedAndBack: { refundedInPart: "refunded", refunded: "refunded" },
};

const paidFor: OrderState[] = ["paid", "sent", "delivered", "cancelled", "returned", "refunded"];

/** What an order's events tell of it: the steps that it has taken. */
type Taken = { step: OrderStep }[];

/** The state to which a step leads; undefined when it may not follow. @param taken the order's steps so far */
export function stateAfter(state: OrderState, step: OrderStep, taken: Taken): OrderState | undefined {
  if (step === "noted") return state;
  if (step === "refundFailed") return paidFor.includes(state) ? state : undefined;
  return follows[standingOf(state, taken)][step];
}

function standingOf(state: OrderState, taken: Taken): Standing {
  if (state !== "refunded") return state;
  if (taken.some(({ step }) => step === "returned")) return "refundedAndBack";
  return taken.some(({ step }) => step === "sent") ? "refundedSent" : "refundedUnsent";
}

/** The state that follows from an order's events alone. @throws when one of them may not follow those before it */
export function replayEvents(events: Taken): OrderState {
  return events.reduce<OrderState>((state, { step }, index) => {
    const next = stateAfter(state, step, events.slice(0, index));
    if (!next) throw new StepRefusedError(state, step);
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
  paidLate: "paid",
  noted: "noted",
};
