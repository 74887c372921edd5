import { type CartLine, linesLimit } from "./cart-reducer.ts";

/** Quantities by product id. */
export type Quantities = Record<string, number>;

export function quantitiesOf(lines: CartLine[]): Quantities {
  return Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]));
}

/**
 * Merges two devices' carts, line by line. If one of them changed a quantity, its change counts. If one raised it and the other lowered
 * it, both changes count: 2 bought here and raised to 3 there leave 1. Otherwise the larger quantity counts, so that nothing doubles. See docs/decisions/0064.
 *
 * @param local this browser's cart
 * @param saved the shop's
 * @param before the quantities when both were last the same; undefined if they never were
 * @param sent quantities that this browser has sent since: the saved one may be its own, if the answer got lost
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
  // A quantity that was sent and changed back is newer than the sent one.
  if (mine === was && sent === undefined) return theirs;
  const areOpposite = was !== undefined && sent === undefined && mine < was !== theirs < was;
  return areOpposite ? mine + theirs - was : Math.max(mine, theirs);
}

/** What was added to a cart since it held these quantities. */
export function addedSince(lines: CartLine[], before: Quantities): CartLine[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - (ownNumber(before, line.id) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** A product's id may be a property of every object, such as `constructor`. */
function ownNumber(quantities: Quantities, id: string) {
  return Object.hasOwn(quantities, id) ? quantities[id] : undefined;
}

/** The quantities that differ from before; 0 for removed products. */
export function changesOf(quantities: Quantities, before: Quantities): Quantities {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(quantities)])];
  const numbers = ids.map((id) => [id, ownNumber(quantities, id) ?? 0, ownNumber(before, id) ?? 0] as const);
  return Object.fromEntries(numbers.filter(([, now, was]) => now !== was).map(([id, now]) => [id, now]));
}
