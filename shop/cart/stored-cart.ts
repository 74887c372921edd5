import type { Currency } from "../values/currencies.ts";
import { centsFromNumber, numberFromCents } from "../values/money.ts";
import { type CartLine, linesLimit, quantityLimit } from "./cart-reducer.ts";

/** Reads a stored cart, which may be corrupt: skips invalid lines and those over the limit, and lowers quantities to the limit. */
export function parseStoredCart(text: string | null, currency: Currency): CartLine[] {
  const kept = parseJson(text);
  if (!Array.isArray(kept)) return [];
  const lines = new Map<string, CartLine>();
  for (const item of kept) {
    const line = parseLine(item, currency);
    if (line && !lines.has(line.id)) lines.set(line.id, line);
    if (lines.size === linesLimit) break;
  }
  return [...lines.values()];
}

/** A cart as browsers store it. */
export function stringifyCart(lines: CartLine[], currency: Currency) {
  return JSON.stringify(
    lines.map(({ priceCents, ...line }) => ({ ...line, price: numberFromCents(priceCents, currency) })),
  );
}

/** Checked by hand, because every page reads the cart, and only pages with forms load Valibot. `price` is in units of the shop's currency. */
function parseLine(kept: unknown, currency: Currency): CartLine | undefined {
  const { id, title, price, thumbnail, quantity, options } = Object(kept) as Record<string, unknown>;
  // No database can hold the character NUL.
  const named = (typeof id === "string" && id !== "" && !id.includes("\0")) || typeof id === "number";
  const priceCents = typeof price === "number" ? centsFromNumber(price, currency) : undefined;
  const counted = Number.isInteger(quantity) && (quantity as number) >= 1;
  if (!named || !counted || priceCents === undefined) return;
  if (typeof title !== "string" || typeof thumbnail !== "string") return;
  const line = { id: String(id), title, priceCents, thumbnail, quantity: Math.min(quantity as number, quantityLimit) };
  return isOptions(options) ? { ...line, options } : line;
}

function isOptions(kept: unknown): kept is Record<string, string> {
  return Object(kept) === kept && Object.values(kept as object).every((value) => typeof value === "string");
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
