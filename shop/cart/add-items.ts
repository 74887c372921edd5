import { fullTitle } from "../values/product-options.ts";
import { type CartLine, cartReducer, totalQuantity } from "./cart-reducer.ts";
import type { ProductsById } from "./compare-cart.ts";

/** A product to add. `title` is what the customer knew it by. */
export interface ItemRequest {
  id: string;
  quantity: number;
  title?: string;
}

interface AddedItems {
  lines: CartLine[];
  pieces: number;
  /** Those that couldn't be added in full. */
  missing: MissingItem[];
}

interface MissingItem {
  id: string;
  /** Whether the catalog doesn't have it, nothing is left of it, or too little. */
  kind: "gone" | "soldOut" | "short";
  name: string;
  /** A sentence with its name. */
  text: string;
}

/** Adds items to a cart at current prices, up to the stock. */
export function addItems(lines: CartLine[], wanted: ItemRequest[], products: ProductsById): AddedItems {
  let added = lines;
  const missing: MissingItem[] = [];
  for (const { id, quantity, title } of wanted) {
    const today = products.get(id);
    const name = today ? fullTitle(today) : (title ?? "One item");
    if (!today) missing.push({ id, kind: "gone", name, text: `${name} is no longer available.` });
    else if (today.stock === 0) missing.push({ id, kind: "soldOut", name, text: `${name} is out of stock.` });
    if (!today?.stock) continue;
    const { stock, priceCents, thumbnail, isVariant = false } = today;
    const product = { id, title: today.title, priceCents, thumbnail, isVariant };
    const before = totalQuantity(added);
    added = cartReducer(added, { type: "add", product, quantity, stock });
    const isShort = totalQuantity(added) - before < quantity;
    if (isShort) missing.push({ id, kind: "short", name, text: `${name}: only ${stock} available.` });
  }
  return { lines: added, pieces: totalQuantity(added) - totalQuantity(lines), missing };
}
