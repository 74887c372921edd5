import type { Database } from "#database/connect.ts";
import { type OrderDetails, readOrder } from "../orders/views/read-order.ts";
import { type Caller, requireSignature } from "./caller.ts";
import { type CheckoutRow, findCheckout, stageOf } from "./find-checkout.ts";
import { countItems, type ItemCount, quantitiesOf, toAdjustments, toFulfillmentEvents } from "./order-events.ts";
import { describeArrival, orderedDestination } from "./ordered-fulfillment.ts";
import { orderTotals, toConfirmation, toOrderedItems } from "./ordered-items.ts";
import type { PlatformShop } from "./price-items.ts";
import { notFound } from "./refusal.ts";

/** The order of a platform's own checkout, by the id that only this platform was told. @throws Refusal, SignatureError */
export async function getOrder(db: Database, caller: Caller, orderKey: string) {
  const checkout = await findCheckout(db, "orderKey", orderKey);
  if (!checkout || checkout.platform !== caller.platform.url) throw notFound("Order");
  requireSignature(checkout, caller);
  const order = await describeOrder(db, caller.shop, checkout, caller.isSigned);
  if (!order) throw notFound("Order");
  return order;
}

/**
 * A checkout's order as it is now: https://ucp.dev/2026-04-08/schemas/shopping/order.json. Of its buyer it has only what the platform sent itself.
 * See docs/decisions/0271.
 *
 * @param isForPlatform whether only the platform can read it: anybody else is told nothing of the person
 * @returns undefined while nothing is ordered, and for a checkout that the platform cancelled before
 */
export async function describeOrder(
  db: Database,
  { settings, now }: PlatformShop,
  checkout: CheckoutRow,
  isForPlatform: boolean,
) {
  if (stageOf(checkout, now()) !== "completed") return undefined;
  const order = await readOrder(db, checkout.orderNumber ?? "");
  if (!order) return undefined;
  const counts = countItems(order);
  const { id: _, ...destination } = (isForPlatform && orderedDestination(order, checkout)) || { id: "" };
  return {
    ...toConfirmation(checkout.orderKey, order, settings),
    checkout_id: checkout.id,
    line_items: toOrderedItems(order, settings).map(({ quantity: original, ...line }, index) => {
      const { total, fulfilled } = counts[index] as ItemCount;
      return { ...line, quantity: { original, total, fulfilled }, status: itemStatus(counts[index] as ItemCount) };
    }),
    fulfillment: { expectations: expectationsOf(order, destination, settings), events: toFulfillmentEvents(order) },
    adjustments: toAdjustments(order),
    currency: order.currency,
    totals: orderTotals(order),
  };
}

/** https://ucp.dev/2026-04-08/specification/order#order-line-item */
function itemStatus({ total, fulfilled }: ItemCount) {
  if (total === 0) return "removed";
  if (fulfilled === total) return "fulfilled";
  return fulfilled > 0 ? "partial" : "processing";
}

/** All that is still to reach the buyer, or has, is one parcel. */
function expectationsOf(order: OrderDetails, destination: object, settings: PlatformShop["settings"]) {
  const line_items = quantitiesOf(countItems(order));
  if (line_items.length === 0) return [];
  const arrival = describeArrival(order, settings);
  return [
    {
      ...{ id: "parcel", line_items, method_type: order.isPickup ? ("pickup" as const) : ("shipping" as const) },
      destination,
      description: order.deliveryName === null ? arrival : `${order.deliveryName}. ${arrival}`,
    },
  ];
}
