/** What the shop promises of every order, wherever it says so. */

/** Days from an order to its delivery. */
export const deliveryDays = 3;

/** Which orders ship free. The home page's claim speaks of those over $50; no order is ever charged. */
export const freeShipping = "on orders over $50, and on smaller ones too";

/** Days in which an order may be sent back. */
export const returnDays = 30;
