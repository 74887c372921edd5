import type { ItemRequest } from "./add-items.ts";
import type { CartLine } from "./cart-reducer.ts";
import type { ProductsById } from "./compare-cart.ts";
import { readSharedCart, writeSharedCart } from "./shared-cart.ts";

/** The cart of a browser without scripts: products and quantities in a cookie, as shared carts have them in a link. See docs/decisions/0397. */
export const cartCookie = "torg.cart";
/** Characters of its value, encoded: browsers keep 4096 bytes of a cookie, with its name and attributes. About 150 ordinary products. */
const longestValue = 3500;

/** What the cookie of a customer has instead of items: their cart is the account's. Readers skip it, as any item with a quantity of 0. See docs/decisions/0405. */
export const accountsCart: ItemRequest[] = [{ id: "account", quantity: 0 }];

/** Whether there is such a cookie, also one that holds nothing valid. */
export function hasCartCookie(cookies: string | null | undefined) {
  return cookies?.includes(`${cartCookie}=`) ?? false;
}

/** The items in a cookie's decoded value. */
export const readCookieCart = readSharedCart;

/** The value of the cookie for these lines; undefined if it would be too long. */
export function writeCookieCart(lines: ItemRequest[]) {
  const value = writeSharedCart(lines);
  return encodeURIComponent(value).length <= longestValue ? value : undefined;
}

/** The items as lines at current prices, without those that the catalog no longer has. What is sold out or short stays, as in any cart. */
export function linesOf(items: ItemRequest[], products: ProductsById): CartLine[] {
  return items.flatMap(({ id, quantity }) => {
    const product = products.get(id);
    if (!product) return [];
    const { title, priceCents, thumbnail } = product;
    return [{ id, title, priceCents, thumbnail, quantity }];
  });
}

/** Sets how many pieces a line has: 0 removes it, and more than the stock only lowers it. Other products' lines stay. */
export function setQuantity(lines: CartLine[], id: string, { quantity, stock }: { quantity: number; stock: number }) {
  return lines.flatMap((line) => {
    if (line.id !== id) return [line];
    return quantity > 0 ? [{ ...line, quantity: Math.min(quantity, Math.max(stock, line.quantity)) }] : [];
  });
}
