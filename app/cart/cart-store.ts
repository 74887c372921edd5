import { useSyncExternalStore } from "react";
import { type CartAction, type CartLine, cartReducer } from "#shop/cart/cart-reducer.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import { isCartKey, loadLines, saveLines } from "./cart-storage.ts";

/** A removed line and its place among the lines of the cart and the other removed ones, in whose order they are kept. */
interface RemovedLine {
  line: CartLine;
  position: number;
}

/** The browser's cart: loaded from local storage on first use, saved on every change, and the same in every tab. */
let lines: CartLine[] | undefined;
let removed: RemovedLine[] = [];
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

const finalActions: CartAction["type"][] = ["add", "clear", "replace"];

/** Changes the cart. Only in the browser. */
export function changeCart(action: CartAction) {
  if (finalActions.includes(action.type)) removed = [];
  setLines(cartReducer(cartLines(), action));
}

function setLines(changed: CartLine[]) {
  lines = changed;
  saveLines(changed);
  announce();
}

/** Keeps what tells the lines' products from their siblings, for when the shop can't be asked. Only in the browser. */
export function keepOptions(products: ProductsById) {
  const known = cartLines();
  const kept = known.map((line) => {
    const options = products.get(line.id)?.options;
    return options && JSON.stringify(options) !== JSON.stringify(line.options) ? { ...line, options } : line;
  });
  if (kept.some((line, index) => line !== known[index])) setLines(kept);
}

/** Removes a line. `undoRemoval` brings it back until something is added to the cart. Only in the browser. */
export function removeLine(id: string) {
  let position = cartLines().findIndex((line) => line.id === id);
  const line = cartLines()[position];
  if (!line) return;
  for (const other of removed) if (other.position <= position) position++;
  removed = [...removed, { line, position }].sort((one, other) => one.position - other.position);
  changeCart({ type: "remove", id });
}

/** The removed lines, while their removal can be undone. */
export function useRemovedLines() {
  return useSyncExternalStore(
    watchCart,
    () => removed,
    () => removed,
  );
}

/** Brings a removed line back to its place. */
export function undoRemoval(restored: RemovedLine) {
  const before = removed.indexOf(restored);
  removed = removed.toSpliced(before, 1);
  changeCart({ type: "restore", line: restored.line, position: restored.position - before });
}

/** Makes all removals final. */
export function forgetRemovals() {
  removed = [];
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
  removed = [];
  lines = loadLines();
  announce();
}

function announce() {
  for (const listener of listeners) listener();
}
