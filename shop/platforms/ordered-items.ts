import type { OrderDetails } from "../orders/views/read-order.ts";
import type { ShopSettings } from "../shop.ts";
import { orderVat } from "../taxes/order-vat.ts";
import { lineItemId, toItem } from "./describe-selection.ts";
import { toLineTotals, toTotals } from "./totals.ts";

type Address = Pick<ShopSettings, "shopUrl">;

/** What was bought, at the prices of the order. */
export function toOrderedItems({ lines }: OrderDetails, settings: Address) {
  return lines.map((line) => ({
    id: lineItemId(line.productId),
    item: toItem({ ...line, id: line.productId }, settings),
    quantity: line.quantity,
    totals: toLineTotals(line, line.discountCents),
  }));
}

export function orderTotals(order: OrderDetails) {
  return toTotals(order, orderVat(order.lines, order), { isPickup: order.isPickup });
}

/** How a platform finds an order, and its buyer does: they read it with their account. */
export function toConfirmation(id: string, { orderNumber }: Pick<OrderDetails, "orderNumber">, { shopUrl }: Address) {
  return { id, label: orderNumber, permalink_url: `${shopUrl}/order-confirmation/${orderNumber}` };
}
