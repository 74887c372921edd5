import { pickMoney } from "../sums.ts";
import type { Receipt } from "./read-order.ts";

/** What mails may show of an order. Fields are picked one by one: notes and actors of earlier events stay out. */
export function toMailOrder(order: Receipt) {
  return {
    orderNumber: order.orderNumber,
    state: order.state,
    createdAt: order.createdAt,
    lines: order.lines.map(({ productId, title, thumbnail, priceCents, quantity, discountCents, vatBasisPoints }) => ({
      productId,
      title,
      thumbnail,
      priceCents,
      quantity,
      discountCents,
      vatBasisPoints,
    })),
    ...pickMoney(order),
    refundedCents: order.refundedCents,
    paymentMethod: order.paymentMethod,
    paymentProvider: order.paymentProvider,
    isProcessing: order.isProcessing,
    billingAddress: order.billingAddress,
    country: order.country,
    zipCode: order.zipCode,
    deliveryDays: order.deliveryDays,
    discountCode: order.discountCode,
    deliveryName: order.deliveryName,
    isPickup: order.isPickup,
    pickupPlace: order.pickupPlace,
    customerNote: order.customerNote,
    recipientPhone: order.recipientPhone,
    events: order.events.map(({ position, step, wasSettled }) => ({ position, step, wasSettled })),
  };
}

export type MailOrder = ReturnType<typeof toMailOrder>;
