import type { OrderStep } from "#database/schema.ts";
import { dayOf, formatDay } from "../days.ts";
import { formatAmount, formatPrice } from "../money.ts";
import { trackingLink } from "./carriers.ts";
import { deliveryDay } from "./delivery-day.ts";
import { type OrderEvent, totalCentsOf } from "./order-events.ts";
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
  if (comes) facts.push(["Estimated delivery", formatDay(deliveryDay(order.createdAt, timeZone, order.deliveryDays))]);
  return facts;
}

type Paid = Pick<Receipt, "state" | "events" | "totalPrice" | "refundedCents">;

/** Whether an order is paid, and what of it was refunded. */
export function paymentStatus({ state, events, totalPrice, refundedCents }: Paid) {
  if (state === "awaiting-payment") return orderStateNames[state];
  if (!events.some(({ step }) => step === "paid" || step === "paidLate")) return "Not paid";
  if (refundedCents === 0) return orderStateNames.paid;
  return refundedCents >= totalCentsOf(totalPrice)
    ? "Paid back"
    : `Paid, ${formatPrice(refundedCents)} of it paid back`;
}

/** Whether no provider took an order's money, so that the shop hands back by itself what is paid back. */
export function isPaidBackByHand(events: Pick<OrderEvent, "step" | "actor">[]) {
  return events.some(({ step, actor }) => step === "paid" && actor === "shop");
}

/** A step that an order has taken since it was paid, as its customer reads it. */
export interface ReceiptStep {
  name: string;
  /** "24 November 2026" */
  day: string;
  detail?: string;
  /** Where a parcel is followed. */
  link?: string | undefined;
}

const toldSteps: Partial<Record<OrderStep, string>> = {
  sent: orderStateNames.sent,
  delivered: orderStateNames.delivered,
  cancelled: orderStateNames.cancelled,
  returned: orderStateNames.returned,
  refunded: orderStateNames.refunded,
  refundedInPart: orderStateNames.refunded,
};

/** What has become of an order since it was paid. That it is paid, the receipt's facts say. */
export function receiptSteps({ events }: Receipt, timeZone: string): ReceiptStep[] {
  return withoutReversed(events).flatMap(
    ({ step, createdAt, amountCents, carrier, tracking, wasSettled }): ReceiptStep[] => {
      const name = wasSettled ? "Refund failed" : toldSteps[step];
      if (!name) return [];
      const day = formatDay(dayOf(createdAt, timeZone));
      if (step === "sent") {
        const detail = [carrier, tracking].filter(Boolean).join(" ");
        return [{ name, day, detail, link: trackingLink(carrier, tracking) }];
      }
      if (!amountCents) return [{ name, day }];
      const amount = formatPrice(amountCents);
      if (wasSettled) return [{ name, day, detail: amount }];
      return [{ name, day, detail: isPaidBackByHand(events) ? `${amount}, by the shop itself` : amount }];
    },
  );
}

/** An order's events but for the refunds that were settled and then failed: of them the failure is told. */
function withoutReversed(events: OrderEvent[]) {
  return events.reduce<OrderEvent[]>((kept, event) => {
    const isReversed = ({ step, amountCents }: OrderEvent) =>
      (step === "refunded" || step === "refundedInPart") && amountCents === event.amountCents;
    const reversed = event.wasSettled ? kept.findLastIndex(isReversed) : -1;
    return [...kept.filter((_, index) => index !== reversed), event];
  }, []);
}

/** What a receipt adds up; its last sum is the total. */
export function receiptSums({
  totalPrice,
  deliveryCents,
}: Pick<Receipt, "totalPrice" | "deliveryCents">): [name: string, amount: string][] {
  const total = formatAmount(totalPrice);
  if (deliveryCents === 0) {
    return [
      ["Subtotal", total],
      ["Shipping", "Free shipping"],
      ["Total", total],
    ];
  }
  return [
    ["Subtotal", formatPrice(totalCentsOf(totalPrice) - deliveryCents)],
    ["Shipping", formatPrice(deliveryCents)],
    ["Total", total],
  ];
}
