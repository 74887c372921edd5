import type { OrderDetails } from "./read-order.ts";

/** What mails may show of an order: nothing of its earlier events but their steps. Notes and actors stay out. */
export function toMailOrder(order: OrderDetails) {
  return { ...order, events: order.events.map(({ position, step, wasSettled }) => ({ position, step, wasSettled })) };
}

export type MailOrder = ReturnType<typeof toMailOrder>;
