import * as v from "valibot";
import { centsFromDollars, dollarsFromCents } from "../money.ts";
import type { CartLine } from "./cart-reducer.ts";

/** A cart line as browsers keep it: the specification's cart item, its price in dollars. */
const storedLine = v.pipe(
  v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
    title: v.string(),
    price: v.pipe(
      v.number(),
      v.check((price) => centsFromDollars(price) !== undefined),
    ),
    thumbnail: v.string(),
    quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  }),
  v.transform(({ price, ...line }): CartLine => ({ ...line, priceCents: centsFromDollars(price) as number })),
);

/** Reads a kept cart. Whatever isn't a cart line any more is left out; what isn't a cart at all is an empty one. */
export function parseStoredCart(text: string | null): CartLine[] {
  const kept = parseJson(text);
  if (!Array.isArray(kept)) return [];
  const lines = kept.flatMap((line) => {
    const result = v.safeParse(storedLine, line);
    return result.success ? [result.output] : [];
  });
  return lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) === index);
}

/** The text under which a browser keeps a cart. */
export function stringifyCart(lines: CartLine[]) {
  return JSON.stringify(lines.map(({ priceCents, ...line }) => ({ ...line, price: dollarsFromCents(priceCents) })));
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
