/** Lists of orders by what is to be done about their refunds; an address asks for them like for a state. */
export const refundLists = {
  owed: "Returns to refund",
  "failed-refund": "Failed refunds",
  "pending-refund": "Pending refunds",
} as const;

export type RefundList = keyof typeof refundLists;

/** Whether a text names one of them. */
export function isRefundList(text: string): text is RefundList {
  return Object.hasOwn(refundLists, text);
}

/** Where a list of orders is. */
export function refundListAddress(list: RefundList) {
  return `/owner/orders?state=${list}`;
}
