import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import type { Destination } from "#shop/taxes/treatment.ts";
import type { CartProductsAnswer } from "#web/answers.ts";
import { keepOptions } from "./cart-store.ts";

let known: ProductsById = new Map();
const nothing: ProductsById = known;
let asked = new Set<string>();
/** Where the order goes, if prices or VAT depend on it, as JSON. */
let destination: string | undefined;
const listeners = new Set<() => void>();

/**
 * Loads products of the catalog; null for those it doesn't have.
 *
 * @param to where they go, if prices or VAT depend on it
 * @throws when `fetch` does, or the answer isn't 2xx
 */
export async function fetchCartProducts(ids: string[], to?: Destination): Promise<ProductsById> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ids, ...(to && { destination: to }) });
  const answer = await fetch("/cart/goods", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The cart's products were answered with ${answer.status}`);
  const { goods }: CartProductsAnswer = await answer.json();
  return new Map(ids.map((id) => [id, goods.find((found) => found.id === id) ?? null]));
}

/** The current products of a cart's lines. Reloads them when the page becomes visible again. */
export function useCartProducts(lines: CartLine[] | undefined): ProductsById {
  const products = useSyncExternalStore(
    subscribe,
    () => known,
    () => nothing,
  );
  useEffect(() => askForMissing(lines), [lines]);
  useEffect(() => keepOptions(products), [products]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && askFor([...asked]);
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      forgetCartProducts();
    };
  }, []);
  return products;
}

/** Loads a cart's products with the prices and VAT of a destination. @param to undefined while prices and VAT depend on none */
export function useDestination(to: Destination | undefined, lines: CartLine[] | undefined) {
  const wanted = to && JSON.stringify(to);
  // Before the effects that load products. Those that are known stay, so that sums don't flicker.
  useLayoutEffect(() => {
    if (wanted !== destination) asked = new Set();
    destination = wanted;
    return () => {
      destination = undefined;
    };
  }, [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are loaded by the hook above
  useEffect(() => askForMissing(lines), [wanted]);
}

/** The products that are loaded. */
export function loadedCartProducts() {
  return known;
}

/** Reloads all products, after an order was refused. */
export function forgetCartProducts() {
  asked = new Set();
  tell(new Map());
}

/** Loads the products that haven't been requested for the current destination. */
function askForMissing(lines: CartLine[] = []) {
  askFor(lines.map(({ id }) => id).filter((id) => !asked.has(id)));
}

/** A failure is ignored: `POST /orders` compares the cart too. */
async function askFor(ids: string[]) {
  if (ids.length === 0) return;
  const round = asked;
  for (const id of ids) round.add(id);
  const to: Destination | undefined = destination === undefined ? undefined : JSON.parse(destination);
  const found = await fetchCartProducts(ids, to).catch(() => nothing);
  if (round === asked) tell(new Map([...known, ...found]));
}

function tell(products: ProductsById) {
  known = products;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
