import { type CartLine, cartReducer, totalQuantity } from "./cart-reducer.ts";
import type { KnownGoods } from "./compare-cart.ts";

/** What somebody wants of a product. The title is the one that they knew it by. */
export interface Wanted {
  id: string;
  quantity: number;
  title?: string;
}

interface AddedGoods {
  lines: CartLine[];
  /** How many pieces were added. */
  pieces: number;
  /** What could not be added, or not all of it, in words. */
  missing: string[];
}

/** Adds goods to a cart as far as they can be had today: at today's prices, up to the stock. @param goods null for what is no longer sold */
export function addGoods(lines: CartLine[], wanted: Wanted[], goods: KnownGoods): AddedGoods {
  let added = lines;
  const missing: string[] = [];
  for (const { id, quantity, title } of wanted) {
    const today = goods.get(id);
    const name = today?.title ?? title ?? "One product";
    if (!today) missing.push(`${name} is no longer sold.`);
    else if (today.stock === 0) missing.push(`${name} is sold out.`);
    if (!today?.stock) continue;
    const { stock, ...product } = today;
    const before = totalQuantity(added);
    added = cartReducer(added, { type: "add", product, quantity, stock });
    if (totalQuantity(added) - before < quantity) missing.push(`Only ${stock} of ${name} can be had.`);
  }
  return { lines: added, pieces: totalQuantity(added) - totalQuantity(lines), missing };
}
