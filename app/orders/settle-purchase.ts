import { remainingCart } from "#shop/orders/remaining-cart.ts";
import { loadLines } from "../cart/cart-storage.ts";
import { cartLines, changeCart } from "../cart/cart-store.ts";
import { currentCheckoutKey, forgetCheckoutKey } from "./checkout-key.ts";

/**
 * Takes what an order holds out of the cart, once: the first tab that learns of the order forgets the purchase's key, and the others
 * change nothing. What was added since stays. Only in the browser.
 *
 * @param checkoutKey of the purchase that made the order
 */
export function settlePurchase(checkoutKey: string | undefined, ordered: { id: string; quantity: number }[]) {
  if (!checkoutKey || checkoutKey !== currentCheckoutKey()) return;
  forgetCheckoutKey();
  // Another tab's change is announced a moment after it is stored. Where nothing can be stored, the page keeps the cart.
  const stored = loadLines();
  changeCart({ type: "replace", lines: remainingCart(stored.length > 0 ? stored : cartLines(), ordered) });
}
