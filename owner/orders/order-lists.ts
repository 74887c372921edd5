/** Order lists about unpaid invoices, refunds and disputes. A URL selects one in place of a state. */
export const orderLists = {
  "to-send": "To fulfil",
  unpaid: "Not paid yet",
  overdue: "Overdue",
  returns: "Return requests",
  owed: "Returns to refund",
  "failed-refund": "Failed refunds",
  "pending-refund": "Pending refunds",
  refunds: "Any refund",
  disputed: "Open disputes",
} as const;

export type OrderList = keyof typeof orderLists;

/** Whether a text names one of these lists. */
export function isOrderList(text: string): text is OrderList {
  return Object.hasOwn(orderLists, text);
}

/** Whether a shop has a list: some are only for invoices that come before their payment, or for customers' returns. */
export function isListOf(list: string, invoices: { sendsUnpaid: boolean } | undefined, takesReturns: boolean) {
  if (list === "returns") return takesReturns;
  return list === "to-send" ? invoices?.sendsUnpaid === true : invoices !== undefined || !isUnpaidList(list);
}

/** Whether a list has orders whose invoice isn't paid yet. */
export function isUnpaidList(list: string | undefined) {
  return list === "unpaid" || list === "overdue";
}

/** The URL of one of these lists. */
export function orderListAddress(list: OrderList) {
  return `/owner/orders?state=${list}`;
}
