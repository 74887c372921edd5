import { type AddedProduct, type CartLine, cartReducer, lineFor } from "./cart-reducer.ts";

interface Adding {
  lines: CartLine[];
  /** `last`: the cart has every piece that is left. `full`: it has as many products as it can hold. Both change nothing. */
  outcome: AddingOutcome;
}

export type AddingOutcome = "added" | "last" | "full";

/** Adds pieces of a product to a cart, up to the stock. */
export function addProduct(
  lines: CartLine[],
  { stock, ...product }: AddedProduct & { stock: number },
  quantity?: number,
): Adding {
  if ((lineFor(lines, product)?.quantity ?? 0) >= stock) return { lines, outcome: "last" };
  const after = cartReducer(lines, { type: "add", product, quantity, stock });
  return { lines: after, outcome: after === lines ? "full" : "added" };
}

/** Title and text of the message about it. */
export function describeAdding(outcome: AddingOutcome, { title, stock }: { title: string; stock: number }) {
  if (outcome === "last")
    return [`Only ${stock} left`, `Your cart already has every ${title} we have in stock.`] as const;
  if (outcome === "full") return ["Your cart is full", "Please check out before you add more."] as const;
  return ["✅ Added to Cart", `${title} has been added to your cart!`] as const;
}
