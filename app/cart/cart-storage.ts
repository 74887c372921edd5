import { type CartLine, totalQuantity } from "#shop/cart/cart-reducer.ts";
import { parseStoredCart, stringifyCart } from "#shop/cart/stored-cart.ts";
import { defaultCurrency } from "#shop/values/currencies.ts";

const tokenKey = "cartToken";
const linesKey = (token: string) => `cart-${token}`;
const quantityKey = (token: string) => `lastQuantity-${token}`;

/** Runs when the page is parsed, before it is painted, so that the badge is right from the first frame. */
export const badgeScript = import.meta.env.SSR
  ? `try{var b=document.querySelector("[data-cart-badge]"),n=+localStorage.getItem("${quantityKey("")}"+localStorage.getItem("${tokenKey}"));if(n>0){b.textContent=n;b.hidden=false}}catch(e){}`
  : "";

/**
 * The kept cart. Any currency will do here: in browsers the page says how many decimals amounts have (`scripts/vite-plugins.ts`). Local storage that is
 * missing, full or corrupt reads as an empty cart.
 */
export function loadLines(): CartLine[] {
  return attempt(() => parseStoredCart(localStorage.getItem(linesKey(keptToken())), defaultCurrency)) ?? [];
}

/** Keeps the cart, as far as local storage lets us. */
export function saveLines(lines: CartLine[]) {
  attempt(() => {
    const token = readToken();
    localStorage.setItem(linesKey(token), stringifyCart(lines, defaultCurrency));
    localStorage.setItem(quantityKey(token), String(totalQuantity(lines)));
  });
}

/** Whether a change in another tab concerns the cart. `null` is the key when everything was cleared. */
export function isCartKey(key: string | null) {
  return key === null || key === tokenKey || key === attempt(() => linesKey(keptToken()));
}

/** The token under which this browser keeps its cart; "" until it keeps anything. See docs/decisions/0337. @throws when local storage can't be used */
export function keptToken() {
  return localStorage.getItem(tokenKey) ?? "";
}

/** The token to keep something under. @throws when local storage can't be used */
export function readToken() {
  const kept = keptToken();
  if (kept) return kept;
  const token = `store-${newUuid()}`;
  localStorage.setItem(tokenKey, token);
  return token;
}

/** A random UUID. `crypto.randomUUID` exists on https and localhost only; a shop may be visited by a plain address on its own network. */
export function newUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** What local storage gives, or undefined where it refuses. */
export function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
