import { dayOf, formatDay } from "../days.ts";
import { formatAmount, formatPrice } from "../money.ts";
import { deliveryDay } from "./delivery-day.ts";
import { totalCentsOf } from "./order-events.ts";
import { orderStateNames } from "./order-life.ts";
import { paymentMethods } from "./payment-methods.ts";
import type { Receipt } from "./read-order.ts";

/** What a receipt says of its order as a whole, on its page and in its mail: names and values, as they are read. */
export function receiptFacts(order: Receipt, timeZone: string): [name: string, value: string][] {
  const day = dayOf(order.createdAt, timeZone);
  const method = paymentMethods.find(({ value }) => value === order.paymentMethod);
  const comes = !["cancelled", "returned", "refunded"].includes(order.state);
  const facts: [name: string, value: string][] = [
    ["Order number", order.orderNumber],
    ["Date", formatDay(day)],
    ["Payment method", method?.label ?? order.paymentMethod],
    ["Payment status", paymentStatus(order)],
    ["Shipping address", order.billingAddress],
  ];
  if (comes) facts.push(["Estimated delivery", formatDay(deliveryDay(order.createdAt, timeZone))]);
  return facts;
}

/** Whether an order is paid, and what of it was paid back. */
export function paymentStatus({ state, events, totalPrice }: Pick<Receipt, "state" | "events" | "totalPrice">) {
  if (state === "awaiting-payment") return orderStateNames[state];
  if (!events.some(({ step }) => step === "paid" || step === "paidLate")) return "Not paid";
  const back = refundedCents({ events });
  if (back === 0) return orderStateNames.paid;
  return back >= totalCentsOf(totalPrice) ? orderStateNames.refunded : `Paid, ${formatPrice(back)} refunded`;
}

/** What of an order was paid back, in cents. */
export function refundedCents({ events }: Pick<Receipt, "events">) {
  const refunds = events.filter(({ step }) => step === "refunded" || step === "refundedInPart");
  return refunds.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

/** What a receipt adds up; its last sum is the total. */
export function receiptSums({ totalPrice }: Receipt): [name: string, amount: string][] {
  return [
    ["Subtotal", formatAmount(totalPrice)],
    ["Shipping", "Free shipping"],
    ["Total", formatAmount(totalPrice)],
  ];
}
