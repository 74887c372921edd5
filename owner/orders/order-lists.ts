/** Order lists about refunds and disputes. A URL selects one in place of a state. */
export const orderLists = {
  owed: "Returns to refund",
  "failed-refund": "Failed refunds",
  "pending-refund": "Pending refunds",
  disputed: "Open disputes",
} as const;

export type OrderList = keyof typeof orderLists;

/** Whether a text names one of these lists. */
export function isOrderList(text: string): text is OrderList {
  return Object.hasOwn(orderLists, text);
}

/** The URL of one of these lists. */
export function orderListAddress(list: OrderList) {
  return `/owner/orders?state=${list}`;
}
