import type { IndexColumns } from "./index-columns.ts";
import type { OptionColumns } from "./option-columns.ts";
import type { ListOrder } from "./product-orders.ts";
import type { Scan } from "./scan.ts";

/** A card of a list before its product is read. */
export interface ListedCard {
  /** The number of the product that leads: the first in the catalog's order that can be bought, or else the first, of those in the list. */
  number: number;
  /** Undefined for a product without siblings. */
  siblings?: ListedSiblings;
}

/** What a card tells of the siblings that it stands for. */
export interface ListedSiblings {
  /** The numbers of those in the list, in the catalog's order. */
  kept: number[];
  /** The number of the product whose price the card has: the cheapest in the list that can be bought. */
  priced: number;
  /** The lowest and the highest price in the list, in cents. */
  prices: [number, number];
  /** Whether others in the list that can be bought cost more. */
  isFrom: boolean;
  /** How many in the list can be bought. */
  buyable: number;
  /** Whether the leader's title tells it from all others in the list that can be bought. */
  isNamed: boolean;
  /** The values of the leader, if no other in the list can be chosen. */
  only?: string[];
  /** Of all siblings, whether in the list or not: the options in which they differ, with the values in the catalog's order. */
  options: OptionValues[];
}

export interface OptionValues {
  name: string;
  values: string[];
}

/** A part of the cards of a list. */
interface Part {
  order: ListOrder;
  /** How many cards come before. */
  skip: number;
  limit: number;
}

/**
 * A part of the cards of a list, each as the product by which it has its place: of the siblings in the list the one that comes first in the order, and for
 * prices the cheapest that can be bought.
 */
export function pickCards(ordered: ArrayLike<number>, columns: IndexColumns, scan: Scan, part: Part): number[] {
  const { order, skip, limit } = part;
  const { isKept } = scan;
  const { cardOf, next, isFlat } = columns.groups;
  const isByPrice = !isFlat && (order === "lowestPrice" || order === "highestPrice");
  // By the cards' numbers.
  const places = isByPrice ? cheapestIn(scan, columns) : new Uint32Array(isFlat ? 0 : cardOf.length);
  const numbers: number[] = [];
  let left = skip;
  for (let at = 0; at < ordered.length && numbers.length < limit; at++) {
    const number = ordered[at] as number;
    if (isKept[number] !== 1) continue;
    const card = cardOf[number] as number;
    if (!isFlat && next[card] !== 0) {
      if (places[card] === 0) places[card] = number;
      if (places[card] !== number) continue;
    }
    if (left > 0) left -= 1;
    else numbers.push(number);
  }
  return numbers;
}

/** By the cards' numbers: the cheapest product of a list that can be bought, or else the cheapest. */
function cheapestIn(scan: Scan, { groups, inCards, isBuyable, orders }: IndexColumns) {
  if (scan.cheapest) return scan.cheapest;
  const { isKept } = scan;
  const { cardOf } = groups;
  const { priceOf } = orders;
  const cheapest = new Uint32Array(cardOf.length);
  // Siblings are next to each other, in the order that decides between equal prices.
  for (let at = 0; at < inCards.length; at++) {
    const number = inCards[at] as number;
    if (isKept[number] !== 1) continue;
    const card = cardOf[number] as number;
    const known = cheapest[card] as number;
    const difference = (isBuyable[number] as number) - (isBuyable[known] as number);
    const isBetter = known === 0 || difference > 0 || (difference === 0 && priceOf(number) < priceOf(known));
    if (isBetter) cheapest[card] = number;
  }
  scan.cheapest = cheapest;
  return cheapest;
}

/** The card that has a product of a list. @param isKept by the products' numbers: 1 for those in the list */
export function readCard(number: number, columns: IndexColumns, isKept: Uint8Array): ListedCard {
  const { groups, isBuyable, orders, options } = columns;
  const card = groups.cardOf[number] as number;
  if (groups.next[card] === 0) return { number };
  const kept = [...groups.siblings(card)].filter((sibling) => isKept[sibling] === 1);
  const buyable = kept.filter((sibling) => isBuyable[sibling]);
  const [leader = number] = buyable.length > 0 ? buyable : kept;
  const [priced = number] = (buyable.length > 0 ? buyable : kept).toSorted(orders.comparedIn("lowestPrice"));
  return {
    number: leader,
    siblings: {
      kept,
      prices: rangeOf(kept.map((sibling) => orders.priceOf(sibling))),
      priced,
      isFrom: buyable.some((sibling) => orders.priceOf(sibling) !== orders.priceOf(priced)),
      buyable: buyable.length,
      isNamed: buyable.every((sibling) => sibling === leader || !orders.isSameTitle(sibling, leader)),
      ...((buyable.length === 1 || kept.length === 1) && {
        only: options.of(leader).map(({ spelledValue }) => spelledValue),
      }),
      options: optionsOf(groups.siblings(card), options),
    },
  };
}

/** The lowest and the highest. A group may have more than arguments fit into a call. */
function rangeOf(prices: number[]): [number, number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const price of prices) {
    lowest = Math.min(lowest, price);
    highest = Math.max(highest, price);
  }
  return [lowest, highest];
}

function optionsOf(siblings: Iterable<number>, columns: OptionColumns): OptionValues[] {
  const options = new Map<string, { name: string; values: Map<string, string> }>();
  for (const sibling of siblings) {
    for (const { name, value, spelledName, spelledValue } of columns.of(sibling)) {
      const known = options.get(name) ?? { name: spelledName, values: new Map() };
      options.set(name, known);
      if (!known.values.has(value)) known.values.set(value, spelledValue);
    }
  }
  return [...options.values()]
    .filter(({ values }) => values.size > 1)
    .map(({ name, values }) => ({ name, values: [...values.values()] }));
}
