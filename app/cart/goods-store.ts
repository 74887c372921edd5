import { useEffect, useSyncExternalStore } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import type { KnownGoods } from "#shop/cart/compare-cart.ts";
import type { GoodsAnswer } from "#web/goods-answer.ts";

let known: KnownGoods = new Map();
const nothing: KnownGoods = known;
let asked = new Set<string>();
const listeners = new Set<() => void>();

/** Asks the shop about products. @throws what `fetch` throws, or an Error for any other answer */
export async function fetchGoods(ids: string[]): Promise<KnownGoods> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/cart/goods", { method: "POST", headers, body: JSON.stringify({ ids }) });
  if (!answer.ok) throw new Error(`Goods were answered with ${answer.status}`);
  const { goods }: GoodsAnswer = await answer.json();
  return new Map(ids.map((id) => [id, goods.find((found) => found.id === id) ?? null]));
}

/** Keeps the goods of a cart known while it is shown, and asks anew when the page comes back into view. */
export function useGoods(lines: CartLine[] | undefined): KnownGoods {
  const goods = useSyncExternalStore(
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
      forgetGoods();
    };
  }, []);
  return goods;
}

/** What was known is out of date: an order was refused. Whoever shows the cart asks again. */
export function forgetGoods() {
  asked = new Set();
  tell(new Map());
}

/** A cart that can't be compared now is compared by its order. */
async function askFor(ids: string[]) {
  if (ids.length === 0) return;
  const round = asked;
  for (const id of ids) round.add(id);
  const found = await fetchGoods(ids).catch(() => nothing);
  if (round === asked) tell(new Map([...known, ...found]));
}

function tell(goods: KnownGoods) {
  known = goods;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
