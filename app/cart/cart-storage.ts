import { type CartLine, totalQuantity } from "#shop/cart/cart-reducer.ts";
import { parseStoredCart, stringifyCart } from "#shop/cart/stored-cart.ts";

const tokenKey = "cartToken";
const linesKey = (token: string) => `cart-${token}`;
const quantityKey = (token: string) => `lastQuantity-${token}`;
const checkoutKey = (token: string) => `checkout-${token}`;

/** Runs when the page is parsed, before it is painted, so that the badge is right from the first frame. */
export const badgeScript = `try{var b=document.querySelector("[data-cart-badge]"),n=+localStorage.getItem("lastQuantity-"+localStorage.getItem("${tokenKey}"));if(n>0){b.textContent=n;b.hidden=false}}catch(e){}`;

/** The kept cart. Local storage that is missing, full or corrupt reads as an empty one. */
export function loadLines(): CartLine[] {
  return attempt(() => parseStoredCart(localStorage.getItem(linesKey(readToken())))) ?? [];
}

/** Keeps the cart, as far as local storage lets us. */
export function saveLines(lines: CartLine[]) {
  attempt(() => {
    const token = readToken();
    localStorage.setItem(linesKey(token), stringifyCart(lines));
    localStorage.setItem(quantityKey(token), String(totalQuantity(lines)));
  });
}

/** Whether a change in another tab concerns the cart. `null` is the key when everything was cleared. */
export function isCartKey(key: string | null) {
  return key === null || key === tokenKey || key === attempt(() => linesKey(readToken()));
}

/**
 * The once-only key for buying this very cart: the one that the cart was last tried with, or else one that no cart had. So a purchase
 * whose answer got lost isn't made twice, even after the page was loaded anew.
 */
export function keepCheckoutKey(lines: CartLine[], minted: string): string {
  const cart = stringifyCart(lines);
  return (
    attempt(() => {
      const kept = JSON.parse(localStorage.getItem(checkoutKey(readToken())) ?? "null");
      if (kept?.cart === cart && typeof kept.key === "string") return kept.key as string;
      const key = kept?.key === minted ? newUuid() : minted;
      localStorage.setItem(checkoutKey(readToken()), JSON.stringify({ cart, key }));
      return key;
    }) ?? minted
  );
}

/** The cart was bought: buying the same things again is a new purchase. */
export function forgetCheckoutKey() {
  attempt(() => localStorage.removeItem(checkoutKey(readToken())));
}

function readToken() {
  const kept = localStorage.getItem(tokenKey);
  if (kept) return kept;
  const token = `store-${newUuid()}`;
  localStorage.setItem(tokenKey, token);
  return token;
}

/** `crypto.randomUUID` exists on https and localhost only; a shop may be visited by a plain address on its own network. */
function newUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
