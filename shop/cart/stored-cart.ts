import { centsFromDollars, dollarsFromCents } from "../money.ts";
import { linesLimit, quantityLimit } from "./cart-limits.ts";
import type { CartLine } from "./cart-reducer.ts";

/**
 * Reads a kept cart as one that can be ordered. Whatever isn't a cart line any more is left out, and so are lines beyond what a cart may
 * hold; too many pieces become as many as there may be; what isn't a cart at all is an empty one.
 */
export function parseStoredCart(text: string | null): CartLine[] {
  const kept = parseJson(text);
  if (!Array.isArray(kept)) return [];
  const lines = new Map<string, CartLine>();
  for (const item of kept) {
    const line = parseLine(item);
    if (line && !lines.has(line.id)) lines.set(line.id, line);
    if (lines.size === linesLimit) break;
  }
  return [...lines.values()];
}

/** The text under which a browser keeps a cart. */
export function stringifyCart(lines: CartLine[]) {
  return JSON.stringify(lines.map(({ priceCents, ...line }) => ({ ...line, price: dollarsFromCents(priceCents) })));
}

/**
 * A cart line as browsers keep it: id, title, price in dollars, thumbnail and quantity. It is checked by hand, because every page
 * reads the cart, and only those with forms load what checks them.
 */
function parseLine(kept: unknown): CartLine | undefined {
  const { id, title, price, thumbnail, quantity } = Object(kept) as Record<string, unknown>;
  // No database holds the character NUL: a product of such an id can't be.
  const named = (typeof id === "string" && id !== "" && !id.includes("\0")) || typeof id === "number";
  const priceCents = typeof price === "number" ? centsFromDollars(price) : undefined;
  const counted = Number.isInteger(quantity) && (quantity as number) >= 1;
  if (!named || !counted || priceCents === undefined) return;
  if (typeof title !== "string" || typeof thumbnail !== "string") return;
  return { id: String(id), title, priceCents, thumbnail, quantity: Math.min(quantity as number, quantityLimit) };
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
