import { useEffect, useSyncExternalStore } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import type { ProductsById } from "#shop/cart/compare-cart.ts";
import type { CartProductsAnswer } from "#web/answers.ts";

let known: ProductsById = new Map();
const nothing: ProductsById = known;
let asked = new Set<string>();
const listeners = new Set<() => void>();

/** Loads products of the catalog; null for those it doesn't have. @throws when `fetch` does, or the answer isn't 2xx */
export async function fetchCartProducts(ids: string[]): Promise<ProductsById> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/cart/goods", { method: "POST", headers, body: JSON.stringify({ ids }) });
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
  useEffect(() => {
    if (lines) askFor(lines.map(({ id }) => id).filter((id) => !asked.has(id)));
  }, [lines]);
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

/** The products that are loaded. */
export function loadedCartProducts() {
  return known;
}

/** Reloads all products, after an order was refused. */
export function forgetCartProducts() {
  asked = new Set();
  tell(new Map());
}

/** A failure is ignored: `POST /orders` compares the cart too. */
async function askFor(ids: string[]) {
  if (ids.length === 0) return;
  const round = asked;
  for (const id of ids) round.add(id);
  const found = await fetchCartProducts(ids).catch(() => nothing);
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
