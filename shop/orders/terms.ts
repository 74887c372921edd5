/** What the shop promises of every order, wherever it says so. */

/** Which orders ship free while delivery has no price. The home page's claim speaks of those over $50. */
export const freeShipping = "on orders over $50, and on smaller ones too";

/** Days in which an order may be sent back. */
export const returnDays = 30;
