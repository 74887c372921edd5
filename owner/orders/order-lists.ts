/** Order lists about refunds. A URL selects one in place of a state. */
export const refundLists = {
  owed: "Returns to refund",
  "failed-refund": "Failed refunds",
  "pending-refund": "Pending refunds",
} as const;

export type RefundList = keyof typeof refundLists;

/** Whether a text names a refund list. */
export function isRefundList(text: string): text is RefundList {
  return Object.hasOwn(refundLists, text);
}

/** The URL of a refund list. */
export function refundListAddress(list: RefundList) {
  return `/owner/orders?state=${list}`;
}
