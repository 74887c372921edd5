import type { OrderTransition } from "#database/schema.ts";
import { trackingLink } from "../orders/carriers.ts";
import { type OrderEvent, wasUndone } from "../orders/state/events.ts";
import type { OrderDetails } from "../orders/views/read-order.ts";
import { lineItemId } from "./describe-selection.ts";

/** How many of an item the buyer has or is to get, and how many are on their way or were delivered. */
export interface ItemCount {
  productId: string;
  total: number;
  fulfilled: number;
}

/** Counts an order's items, line by line, as its events so far left them. */
export function countItems({ lines, events }: Pick<OrderDetails, "lines" | "events">): ItemCount[] {
  const isSent = events.some((event) => event.step === "sent" && !wasUndone(event, events));
  const isGone = events.some(({ step }) => step === "cancelled" || step === "returned");
  return lines.map(({ productId, quantity }) => {
    const returned = events.filter((event) => event.step === "itemReturned" && event.productId === productId);
    const back = returned.reduce((sum, event) => sum + (event.quantity ?? 0), 0);
    const total = isGone ? 0 : Math.max(0, quantity - back);
    return { productId, total, fulfilled: isSent ? total : 0 };
  });
}

const shippedSteps: Partial<Record<OrderTransition, string>> = {
  sent: "shipped",
  sentUndone: "canceled",
  delivered: "delivered",
};
const pickupSteps: Partial<Record<OrderTransition, string>> = {
  sent: "ready_for_pickup",
  sentUndone: "canceled",
  delivered: "picked_up",
};

/** What has happened to an order's parcel: https://ucp.dev/2026-04-08/specification/order#fulfillment-event. Nothing in it ever changes. */
export function toFulfillmentEvents(order: OrderDetails) {
  return order.events.flatMap((event, index) => {
    const type = (order.isPickup ? pickupSteps : shippedSteps)[event.step];
    if (!type) return [];
    const before = countItems({ lines: order.lines, events: order.events.slice(0, index) });
    return [
      {
        ...{ id: eventId(event), occurred_at: momentOf(event), type },
        line_items: quantitiesOf(before),
        ...(event.step === "sent" && tracking(event)),
      },
    ];
  });
}

function tracking({ carrier, tracking }: OrderEvent) {
  const url = trackingLink(carrier, tracking);
  return {
    ...(carrier && { carrier }),
    ...(tracking && { tracking_number: tracking }),
    ...(url !== undefined && { tracking_url: url }),
  };
}

const adjustmentTypes: Partial<Record<OrderTransition, "cancellation" | "return" | "refund">> = {
  cancelled: "cancellation",
  returned: "return",
  itemReturned: "return",
  refunded: "refund",
  refundedInPart: "refund",
  refundFailed: "refund",
};

/** What has happened to an order besides its delivery: https://ucp.dev/2026-04-08/specification/order#adjustment. What staff wrote stays in the shop. */
export function toAdjustments(order: OrderDetails) {
  return order.events.flatMap((event, index) => {
    const { step, productId, quantity, amountCents } = event;
    const type = adjustmentTypes[step];
    if (!type) return [];
    const before = countItems({ lines: order.lines, events: order.events.slice(0, index) });
    const items =
      productId === null
        ? quantitiesOf(before).map(({ id, quantity }) => ({ id, quantity: -quantity }))
        : [{ id: lineItemId(productId), quantity: -(quantity ?? 0) }];
    return [
      {
        ...{ id: eventId(event), type, occurred_at: momentOf(event) },
        status: step === "refundFailed" ? ("failed" as const) : ("completed" as const),
        ...(type !== "refund" && { line_items: items }),
        ...(type === "refund" && amountCents !== null && { totals: refundTotals(amountCents) }),
      },
    ];
  });
}

function refundTotals(amountCents: number) {
  return [{ type: "total", display_text: "Refund", amount: -amountCents }];
}

/** The items that the buyer has or is to get. */
export function quantitiesOf(counts: ItemCount[]) {
  return counts.flatMap(({ productId, total }) => (total > 0 ? [{ id: lineItemId(productId), quantity: total }] : []));
}

function eventId({ position }: OrderEvent) {
  return `event_${position}`;
}

function momentOf({ createdAt }: OrderEvent) {
  return new Date(createdAt).toISOString();
}
