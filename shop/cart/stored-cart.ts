import { centsFromDollars, dollarsFromCents } from "../money.ts";
import type { CartLine } from "./cart-reducer.ts";

/** Reads a kept cart. Whatever isn't a cart line any more is left out; what isn't a cart at all is an empty one. */
export function parseStoredCart(text: string | null): CartLine[] {
  const kept = parseJson(text);
  if (!Array.isArray(kept)) return [];
  const lines = kept.map(parseLine).filter((line) => line !== undefined);
  return lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) === index);
}

/** The text under which a browser keeps a cart. */
export function stringifyCart(lines: CartLine[]) {
  return JSON.stringify(lines.map(({ priceCents, ...line }) => ({ ...line, price: dollarsFromCents(priceCents) })));
}

/**
 * A cart line as browsers keep it: the specification's cart item, its price in dollars. It is checked by hand, because every page
 * reads the cart, and only those with forms load what checks them.
 */
function parseLine(kept: unknown): CartLine | undefined {
  const { id, title, price, thumbnail, quantity } = Object(kept) as Record<string, unknown>;
  const named = (typeof id === "string" && id !== "") || typeof id === "number";
  const priceCents = typeof price === "number" ? centsFromDollars(price) : undefined;
  const counted = Number.isSafeInteger(quantity) && (quantity as number) >= 1;
  if (!named || !counted || priceCents === undefined) return;
  if (typeof title !== "string" || typeof thumbnail !== "string") return;
  return { id: String(id), title, priceCents, thumbnail, quantity: quantity as number };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
