import type { OrderDetails } from "./read-order.ts";

/** What mails may show of an order: nothing of its earlier events but their steps, items and amounts. Notes and actors stay out. */
export function toMailOrder(order: OrderDetails) {
  return {
    ...order,
    events: order.events.map(
      ({ position, step, amountCents, wasSettled, productId, quantity, items, returnId, createdAt }) => ({
        ...{ position, step, amountCents, wasSettled },
        ...{ productId, quantity, items, returnId, createdAt },
      }),
    ),
  };
}

export type MailOrder = ReturnType<typeof toMailOrder>;
