import { useSyncExternalStore } from "react";
import { type CartAction, type CartLine, cartReducer } from "#shop/cart/cart-reducer.ts";
import { isCartKey, loadLines, saveLines } from "./cart-storage.ts";

/** A removed line and its index in the cart. */
interface RemovedLine {
  line: CartLine;
  position: number;
}

/** The browser's cart: loaded from local storage on first use, saved on every change, and the same in every tab. */
let lines: CartLine[] | undefined;
let removed: RemovedLine | undefined;
const listeners = new Set<() => void>();

/** The lines of the cart; undefined on the server and until the page is hydrated. */
export function useCart() {
  return useSyncExternalStore(watchCart, cartLines, () => undefined);
}

/** The lines of the cart, outside of components. Only in the browser. */
export function cartLines() {
  lines ??= loadLines();
  return lines;
}

/** Changes the cart. Only in the browser. */
export function changeCart(action: CartAction) {
  removed = undefined;
  lines = cartReducer(cartLines(), action);
  saveLines(lines);
  announce();
}

/** Removes a line. `undoRemoval` brings it back until the cart changes again. Only in the browser. */
export function removeLine(id: string) {
  const position = cartLines().findIndex((line) => line.id === id);
  const line = cartLines()[position];
  if (!line) return;
  changeCart({ type: "remove", id });
  removed = { line, position };
  announce();
}

/** The last removed line, while its removal can be undone. */
export function useRemovedLine() {
  return useSyncExternalStore(
    watchCart,
    () => removed,
    () => undefined,
  );
}

/** Brings the removed line back. */
export function undoRemoval() {
  if (removed) changeCart({ type: "restore", ...removed });
}

/** Makes the last removal final. */
export function forgetRemoval() {
  removed = undefined;
  announce();
}

/** Calls the listener after each change of the cart, here or in another tab. Only in the browser. @returns how to stop */
export function watchCart(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener("storage", followOtherTab);
    window.addEventListener("pageshow", followRestored);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", followOtherTab);
    window.removeEventListener("pageshow", followRestored);
  };
}

function followOtherTab({ key }: StorageEvent) {
  if (isCartKey(key)) readAgain();
}

/** A page in the back/forward cache receives no storage events. */
function followRestored({ persisted }: PageTransitionEvent) {
  if (persisted) readAgain();
}

function readAgain() {
  removed = undefined;
  lines = loadLines();
  announce();
}

function announce() {
  for (const listener of listeners) listener();
}
