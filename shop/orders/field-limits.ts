/** Limits of what is written to a step of an order, in characters. */
export const fieldLimits = { carrier: 60, tracking: 60, note: 500, reason: 200, instructions: 1000 } as const;
