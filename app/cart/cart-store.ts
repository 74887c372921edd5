import { useSyncExternalStore } from "react";
import { type CartAction, type CartLine, cartReducer } from "#shop/cart/cart-reducer.ts";
import { isCartKey, loadLines, saveLines } from "./cart-storage.ts";

/** A line that was taken out of the cart, and how many lines stood before it. */
interface RemovedLine {
  line: CartLine;
  position: number;
}

/**
 * The browser's cart: one for the page, loaded from local storage when it is first looked at, saved on every change, and
 * the same in every tab.
 */
let lines: CartLine[] | undefined;
let removed: RemovedLine | undefined;
const listeners = new Set<() => void>();

/** The lines of the cart; undefined on the server and until the page is hydrated, when nobody can know them yet. */
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

/** Takes a line out of the cart, which can be undone until the cart changes again. Only in the browser. */
export function removeLine(id: string) {
  const position = cartLines().findIndex((line) => line.id === id);
  const line = cartLines()[position];
  if (!line) return;
  changeCart({ type: "remove", id });
  removed = { line, position };
  announce();
}

/** The line that was removed last, while that can be undone. */
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

/** A removal that nobody undid is final. */
export function forgetRemoval() {
  removed = undefined;
  announce();
}

/** Calls whenever the cart has changed, here or in another tab. Only in the browser. @returns how to stop */
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

/** A page in the browser's back/forward cache is told of no changes. */
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
