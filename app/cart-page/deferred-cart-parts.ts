/** The parts of the cart page that load after its lines are shown, in one request. */

export { SuggestedProducts } from "../catalog/suggested-products.tsx";
export { CartCheck } from "./cart-check.tsx";
export { ShareCart } from "./share-cart.tsx";
