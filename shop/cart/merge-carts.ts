import { linesLimit } from "./cart-limits.ts";
import type { CartLine } from "./cart-reducer.ts";

/** How many pieces of each product a cart had, by their ids. */
export type Quantities = Record<string, number>;

/** What a cart holds, in pieces. */
export function quantitiesOf(lines: CartLine[]): Quantities {
  return Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]));
}

/**
 * One cart of two that a shopper filled on two devices. Compared with what both held before, whoever changed a line is followed; where both
 * did, or nobody knows what was before, the larger number stands: merging twice gives the same as merging once, and nothing ever doubles.
 *
 * @param local this browser's
 * @param saved the other one
 * @param before what both held when they last were the same; undefined when they never were
 */
export function mergeCarts(local: CartLine[], saved: CartLine[], before: Quantities | undefined): CartLine[] {
  const mine = new Map(local.map((line) => [line.id, line]));
  const theirs = new Map(saved.map((line) => [line.id, line]));
  const merged = [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const line = mine.get(id) ?? theirs.get(id);
    const was = before && Object.hasOwn(before, id) ? before[id] : 0;
    const quantity = mergeQuantity(mine.get(id)?.quantity ?? 0, theirs.get(id)?.quantity ?? 0, before && was);
    return line && quantity > 0 ? [{ ...line, quantity }] : [];
  });
  return merged.slice(0, linesLimit);
}

function mergeQuantity(mine: number, theirs: number, was: number | undefined) {
  if (mine === was) return theirs;
  if (theirs === was) return mine;
  return Math.max(mine, theirs);
}
