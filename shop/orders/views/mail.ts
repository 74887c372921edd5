import type { OrderDetails } from "./read-order.ts";

/** What mails may show of an order: nothing of its earlier events but their steps and items. Notes and actors stay out. */
export function toMailOrder(order: OrderDetails) {
  return {
    ...order,
    events: order.events.map(({ position, step, wasSettled, productId, quantity, items, returnId, createdAt }) => ({
      ...{ position, step, wasSettled },
      ...{ productId, quantity, items, returnId, createdAt },
    })),
  };
}

export type MailOrder = ReturnType<typeof toMailOrder>;
