import type { OrderState, OrderTransition } from "#database/schema.ts";
import { formatDay, localDay } from "../../values/days.ts";
import type { Regional } from "../../values/locale.ts";
import { trackingLink } from "../carriers.ts";
import type { OrderEvent } from "../state/events.ts";
import { orderStateName, orderStateNames } from "../state/state-machine.ts";
import type { OrderDetails } from "./read-order.ts";
import { estimatedArrival, isRefundedByHand, standingEvents } from "./receipt.ts";

/** A step on an order's way, as its receipt and its mails draw it. */
export interface ProgressStep {
  name: string;
  /** "stopped": the order goes no further. */
  status: "done" | "next" | "later" | "stopped";
  /** "24 November 2026", "Estimated 27–30 November 2026", "Due 12 December 2026" */
  day?: string;
  /** The parcel's carrier and tracking code. */
  detail?: string;
  /** The carrier's tracking page. */
  link?: string | undefined;
}

type ProgressOrder = Omit<OrderDetails, "events" | "lines"> & { events: ProgressEvent[] };
type ProgressEvent = Pick<OrderEvent, ShownField> & Partial<Pick<OrderEvent, "carrier" | "tracking">>;
type ShownField = "step" | "position" | "createdAt" | "returnId" | "amountCents" | "wasSettled";

/** What an order's way depends on beside itself. */
export interface OrderWay {
  /** Whether it is sent before it is paid (`sendsUnpaid`). */
  isSentFirst?: boolean;
  /** The day on which its customer withdrew from all of it (`findWithdrawn`). */
  withdrawnOn?: string | undefined;
}

/** The states that an order reaches by its steps. */
const reachedStates: Partial<Record<OrderTransition, OrderState>> = {
  paid: "paid",
  paidLate: "paid",
  sent: "sent",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned",
  refunded: "refunded",
};

const lastStates: OrderState[] = ["cancelled", "returned", "refunded"];

/** An order's way from its payment to its delivery: what has happened, each with its day, and then what is to come. See docs/decisions/0393. */
export function orderProgress(
  order: ProgressOrder,
  regional: Regional,
  { isSentFirst = false, withdrawnOn }: OrderWay,
): ProgressStep[] {
  const done = reachedSteps(order, regional);
  const isOver = withdrawnOn !== undefined || done.some(({ state }) => lastStates.includes(state));
  const coming = isOver ? [] : comingSteps(order, regional, { isSentFirst, reached: done.map(({ state }) => state) });
  // The way of an order that ends unpaid begins when it was placed.
  const isPlacedFirst = isOver && !done.some(({ state }) => state === "paid");
  return [
    ...(isPlacedFirst ? [{ name: placedName, status: "done" as const, day: localDay(order.createdAt, regional) }] : []),
    ...done.map(({ state: _, ...step }) => step),
    ...(withdrawnOn === undefined ? [] : [{ name: "Withdrawn", status: "stopped" as const, day: withdrawnOn }]),
    ...coming,
  ];
}

const placedName = "Ordered";

/** What has happened, in turn; of a state that was reached twice the last time. */
function reachedSteps(order: ProgressOrder, regional: Regional) {
  // Its owner gives the money back outside the shop, later than the shop notes it.
  const isOwed = order.state === "cancelled" && isRefundedByHand(order);
  const reached = standingEvents(order.events).flatMap((event) => {
    const state = reachedStates[event.step];
    return state && !(isOwed && state === "refunded") ? [{ ...event, state }] : [];
  });
  return reached
    .filter(({ state }, index) => reached.findLastIndex((later) => later.state === state) === index)
    .map(({ state, createdAt, carrier, tracking }) => ({
      state,
      name: nameOf(order, state),
      status: state === "cancelled" ? ("stopped" as const) : ("done" as const),
      day: localDay(createdAt, regional),
      ...(state === "sent" && !order.isPickup && parcelOf(carrier, tracking)),
    }));
}

function parcelOf(carrier: string | null = null, tracking: string | null = null) {
  const detail = [carrier, tracking].filter(Boolean).join(" ");
  return detail ? { detail, link: trackingLink(carrier, tracking) } : {};
}

/** Of an order that costs nothing, nothing is paid. */
function nameOf({ isPickup, totalCents }: ProgressOrder, state: OrderState) {
  return state === "paid" && totalCents === 0 ? placedName : orderStateName({ state, isPickup });
}

interface Expected {
  isSentFirst: boolean;
  reached: OrderState[];
}

function comingSteps(order: ProgressOrder, regional: Regional, { isSentFirst, reached }: Expected): ProgressStep[] {
  const isToPay = order.state === "awaiting-payment" || order.dueCents > 0;
  const fulfilment: OrderState[] = ["sent", "delivered"];
  const payment: OrderState[] = isToPay ? ["paid"] : [];
  const states = isSentFirst ? [...fulfilment, ...payment] : [...payment, ...fulfilment];
  return states
    .filter((state) => !reached.includes(state))
    .map((state, index) => {
      const status = index === 0 ? "next" : "later";
      if (state === "paid") return { status, ...paymentStep(order, regional) };
      const day = state === (order.isPickup ? "sent" : "delivered") ? estimatedArrival(order, regional) : undefined;
      return { name: nameOf(order, state), status, ...(day && { day: `Estimated ${day}` }) };
    });
}

function paymentStep({ isProcessing, dueOn }: ProgressOrder, { locale }: Regional) {
  if (isProcessing) return { name: "Payment processing" };
  const name = orderStateNames["awaiting-payment"];
  return dueOn === null ? { name } : { name, day: `Due ${formatDay(dueOn, locale)}` };
}
