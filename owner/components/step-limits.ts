/** Characters of what an owner writes beside an order's steps. */
export const stepLimits = { carrier: 60, tracking: 60, note: 500, reason: 200 } as const;
