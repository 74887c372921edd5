/** What one order may hold: the cart, the counters and the order's own form keep to the same numbers. */

/** Different products. */
export const linesLimit = 500;
/** Pieces of one product. */
export const quantityLimit = 1_000_000;
