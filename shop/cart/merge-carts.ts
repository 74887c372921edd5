import { linesLimit } from "./cart-limits.ts";
import type { CartLine } from "./cart-reducer.ts";

/** How many pieces of each product a cart had, by their ids. */
export type Quantities = Record<string, number>;

/** What a cart holds, in pieces. */
export function quantitiesOf(lines: CartLine[]): Quantities {
  return Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]));
}

/**
 * One cart of two that a shopper filled on two devices. Compared with what both held before, the cart that changed a line is followed. Where
 * one holds more and the other less, both changes count: of 2 that were bought here and made 3 there, 1 is left. Otherwise the larger
 * number counts, so that nothing ever doubles.
 *
 * @param local this browser's
 * @param saved the other one
 * @param before what both held when they last were the same; undefined when they never were
 * @param sent what this browser has sent since, of products that it had changed: the saved number may be its own, and no answer came
 */
export function mergeCarts(
  local: CartLine[],
  saved: CartLine[],
  before: Quantities | undefined,
  sent: Quantities = {},
): CartLine[] {
  const mine = new Map(local.map((line) => [line.id, line]));
  const theirs = new Map(saved.map((line) => [line.id, line]));
  const merged = [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const line = mine.get(id) ?? theirs.get(id);
    const was = before && (ownNumber(before, id) ?? 0);
    const quantity = mergeQuantity(
      mine.get(id)?.quantity ?? 0,
      theirs.get(id)?.quantity ?? 0,
      was,
      ownNumber(sent, id),
    );
    return line && quantity > 0 ? [{ ...line, quantity }] : [];
  });
  return merged.slice(0, linesLimit);
}

function mergeQuantity(mine: number, theirs: number, was: number | undefined, sent: number | undefined) {
  if (theirs === was || theirs === sent) return mine;
  // What was changed, sent and changed back isn't what it was: it is newer than what was sent.
  if (mine === was && sent === undefined) return theirs;
  const areOpposite = was !== undefined && sent === undefined && mine < was !== theirs < was;
  return areOpposite ? mine + theirs - was : Math.max(mine, theirs);
}

/** A product's id may be the name of what every object has. */
function ownNumber(quantities: Quantities, id: string) {
  return Object.hasOwn(quantities, id) ? quantities[id] : undefined;
}

/** What a cart holds of each product that it held another number of before. */
export function changesOf(quantities: Quantities, before: Quantities): Quantities {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(quantities)])];
  const numbers = ids.map((id) => [id, ownNumber(quantities, id) ?? 0, ownNumber(before, id) ?? 0] as const);
  return Object.fromEntries(numbers.filter(([, now, was]) => now !== was).map(([id, now]) => [id, now]));
}
