/** What other programs can be told of, and what it means. */
export const eventTypes = {
  "order.created": "An order was placed",
  "order.paid": "An order was paid",
  "order.payment_undone": "Staff found that an order wasn't paid after all",
  "order.fulfilled": "An order was sent, or is ready for pickup",
  "order.cancelled": "An order was cancelled",
  "order.refunded": "A refund of an order was settled",
  "order.credited": "What a customer hadn't paid of an order was credited",
  "order.returned": "An order, or an item of it, came back",
  "order.return_requested": "A customer asked to return items of an order",
  "order.return_updated": "A return request was accepted, declined or withdrawn",
  "order.withdrawn": "A customer withdrew from the contract about an order",
  "order.withdrawal_unmatched": "Staff found that a withdrawal isn't about an order after all",
  "product.changed": "A product was added, changed, archived or removed, or its stock changed",
  "product.out_of_stock": "A product is out of stock",
  "product.back_in_stock": "A product is back in stock",
  "customer.created": "A customer signed up",
} as const;

export type EventType = keyof typeof eventTypes;

export const allEventTypes = Object.keys(eventTypes) as EventType[];
