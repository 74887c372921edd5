import type { ShopPayments } from "./payment-provider.ts";

/**
 * The checkout's own form, whose card is checked in the browser and never leaves it. It moves no money: whoever runs the shop takes
 * it, and pays it back, by other means.
 */
export const cardCheck: ShopPayments = { name: "card-check", hosted: false };
