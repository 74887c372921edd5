import { formatDay } from "../format-day.ts";
import { paymentMethods } from "./payment-form.ts";
import type { Receipt } from "./read-order.ts";

/** What a receipt says of its order as a whole, on its page and in its mail: names and values, as they are read. */
export function receiptFacts(order: Receipt): [name: string, value: string][] {
  const method = paymentMethods.find(({ value }) => value === order.paymentMethod);
  return [
    ["Order number", order.orderNumber],
    ["Date", formatDay(order.createdAt)],
    ["Payment method", method?.label ?? order.paymentMethod],
    ["Payment status", "Paid"],
    ["Shipping address", order.billingAddress],
    ["Estimated delivery", formatDay(order.estimatedDelivery)],
  ];
}

/** What a receipt adds up; its last sum is the total. */
export function receiptSums({ totalPrice }: Receipt): [name: string, amount: string][] {
  return [
    ["Subtotal", `$${totalPrice}`],
    ["Shipping", "Free shipping"],
    ["Total", `$${totalPrice}`],
  ];
}
