/** What of the cart comes once it is shown: one request for all. */
export { CartCheck } from "./cart-check.tsx";
export { PricedTotal } from "./priced-total.tsx";
export { ShareCart } from "./share-cart.tsx";
