import { useSyncExternalStore } from "react";
import { type CartAction, type CartLine, cartReducer } from "#shop/cart/cart-reducer.ts";
import { isCartKey, loadLines, saveLines } from "./cart-storage.ts";

/**
 * The browser's cart: one for the page, loaded from local storage when it is first looked at, saved on every change, and
 * the same in every tab.
 */
let lines: CartLine[] | undefined;
const listeners = new Set<() => void>();

/** The lines of the cart; undefined on the server and until the page is alive, when nobody can know them yet. */
export function useCart() {
  return useSyncExternalStore(subscribe, cartLines, () => undefined);
}

/** The lines of the cart, outside of components. Only in the browser. */
export function cartLines() {
  lines ??= loadLines();
  return lines;
}

/** Changes the cart. Only in the browser. */
export function changeCart(action: CartAction) {
  lines = cartReducer(cartLines(), action);
  saveLines(lines);
  announce();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

function followOtherTab({ key }: StorageEvent) {
  if (!isCartKey(key)) return;
  lines = loadLines();
  announce();
}

function announce() {
  for (const listener of listeners) listener();
}
