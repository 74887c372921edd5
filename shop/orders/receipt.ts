import { dayOf, formatDay } from "../days.ts";
import { formatAmount } from "../money.ts";
import { deliveryDay } from "./delivery-day.ts";
import { paymentMethods } from "./payment-methods.ts";
import type { Receipt } from "./read-order.ts";

/** What a receipt says of its order as a whole, on its page and in its mail: names and values, as they are read. */
export function receiptFacts(order: Receipt, timeZone: string): [name: string, value: string][] {
  const day = dayOf(order.createdAt, timeZone);
  const method = paymentMethods.find(({ value }) => value === order.paymentMethod);
  return [
    ["Order number", order.orderNumber],
    ["Date", formatDay(day)],
    ["Payment method", method?.label ?? order.paymentMethod],
    ["Payment status", "Paid"],
    ["Shipping address", order.billingAddress],
    ["Estimated delivery", formatDay(deliveryDay(order.createdAt, timeZone))],
  ];
}

/** What a receipt adds up; its last sum is the total. */
export function receiptSums({ totalPrice }: Receipt): [name: string, amount: string][] {
  return [
    ["Subtotal", formatAmount(totalPrice)],
    ["Shipping", "Free shipping"],
    ["Total", formatAmount(totalPrice)],
  ];
}
