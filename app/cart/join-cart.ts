import { totalQuantity } from "#shop/cart/cart-reducer.ts";
import { cartCookie, linesOf, readCookieCart } from "#shop/cart/cookie-cart.ts";
import { mergeCarts } from "#shop/cart/merge-carts.ts";
import { decodeIfEncoded } from "#shop/cart/shared-cart.ts";
import { loadLines } from "./cart-storage.ts";
import { cartLines, changeCart } from "./cart-store.ts";
import { fetchCartProducts } from "./product-store.ts";

/**
 * Brings the cart that a browser kept in a cookie while it ran no scripts into its cart, by the rule of customers' carts. Nothing else runs between the
 * merge and the cookie's end, and merging twice changes nothing. See docs/decisions/0397.
 */
export async function joinCart() {
  const text = cookieText();
  if (!text) return;
  const items = readCookieCart(text);
  const products = await fetchCartProducts(items.map(({ id }) => id));
  // Another tab may have joined or changed it.
  if (cookieText() !== text) return joinCart();
  const lines = mergeCarts(cartLines(), linesOf(items, products), undefined);
  changeCart({ type: "replace", lines });
  // Where nothing can be stored, the next page joins it again.
  if (totalQuantity(loadLines()) === totalQuantity(lines)) removeCookie();
}

function cookieName() {
  return location.protocol === "https:" ? `__Host-${cartCookie}` : cartCookie;
}

/** The decoded value; "" without the cookie. */
function cookieText() {
  const start = `${cookieName()}=`;
  const pair = document.cookie.split("; ").find((each) => each.startsWith(start)) ?? start;
  return decodeIfEncoded(pair.slice(start.length));
}

function removeCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${cookieName()}=; Path=/; Max-Age=0; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
}
