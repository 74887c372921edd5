import type { Regional } from "../../values/locale.ts";
import { sumRows } from "../sums.ts";
import type { OrderDetails } from "./read-order.ts";
import { receiptDetails, receiptSteps } from "./receipt.ts";

/** What customers may see of an order. Fields are picked one by one: a new column is shown only on purpose. */

type Line = OrderDetails["lines"][number];

/** An order in a customer's own lists. */
export function toCustomerOrder(
  order: Pick<OrderDetails, "orderNumber" | "createdAt" | "state" | "isPickup" | "totalCents" | "currency" | "lines"> &
    Pick<OrderDetails, "deliveryAddress" | "recipientName">,
) {
  const { orderNumber, createdAt, state, isPickup, totalCents, currency, lines, deliveryAddress, recipientName } =
    order;
  return {
    ...{ orderNumber, createdAt, state, isPickup, totalCents, currency, lines: lines.map(toCustomerLine) },
    /** Who gets it, where that is someone at another address. */
    ...(deliveryAddress !== null && { recipientName }),
  };
}

export type CustomerOrder = ReturnType<typeof toCustomerOrder>;

/** A customer's receipt. Its events hold staff's notes and email addresses, so only their steps are shown. */
export function toCustomerReceipt(order: OrderDetails, regional: Regional) {
  return {
    state: order.state,
    isPickup: order.isPickup,
    currency: order.currency,
    lines: order.lines.map(toCustomerLine),
    details: receiptDetails(order, regional),
    steps: receiptSteps(order, regional),
    sums: sumRows(order, regional.locale),
  };
}

function toCustomerLine({ productId, title, priceCents, thumbnail, brand, quantity, options }: Line) {
  return { productId, title, priceCents, thumbnail, brand, quantity, options };
}
