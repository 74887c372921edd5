/** Limits of an order's form fields, in characters. */
export const fieldLimits = { carrier: 60, tracking: 60, note: 500, reason: 200 } as const;

/** Tells the styles of `action-bar` that nothing is typed. */
export const emptyPlaceholder = " ";
