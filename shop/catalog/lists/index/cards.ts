import type { OptionColumns } from "./option-columns.ts";
import type { ProductGroups } from "./product-groups.ts";
import type { Compare, ListOrder } from "./product-orders.ts";

/** A card of a list before its product is read. */
export interface ListedCard {
  /** The number of the product that leads: the first in the catalog's order that can be bought, or else the first, of those in the list. */
  number: number;
  /** Undefined for a product without siblings. */
  siblings?: ListedSiblings;
}

/** What a card tells of the siblings that it stands for. */
export interface ListedSiblings {
  /** The number of the product whose price the card has: the cheapest in the list that can be bought. */
  priced: number;
  /** Whether others in the list that can be bought cost more. */
  isFrom: boolean;
  /** How many in the list can be bought. */
  buyable: number;
  /** The values of the leader, if no other in the list can be chosen. */
  only?: string[];
  /** Of all siblings, whether in the list or not: the options in which they differ, with the values in the catalog's order. */
  options: OptionValues[];
}

export interface OptionValues {
  name: string;
  values: string[];
}

interface CardParts {
  /** By the products' numbers: 1 for those in the list. */
  isKept: Uint8Array;
  isBuyable: Uint8Array;
  groups: ProductGroups;
  /** Compares by price, and by place in the catalog where prices tie. */
  isCheaper: Compare;
}

interface Picked extends CardParts {
  order: ListOrder;
  /** How many cards come before. */
  skip: number;
  limit: number;
}

/**
 * A part of the cards of a list, each as the product by which it has its place: of the siblings in the list the one that comes first in the order, and for
 * prices the cheapest that can be bought.
 */
export function pickCards(ordered: ArrayLike<number>, picked: Picked): number[] {
  const { isKept, groups, order, skip, limit } = picked;
  const { cardOf, next } = groups;
  const isByPrice = order === "lowestPrice" || order === "highestPrice";
  // By the cards' numbers.
  const places = new Uint32Array(cardOf.length);
  const numbers: number[] = [];
  let left = skip;
  for (let at = 0; at < ordered.length && numbers.length < limit; at++) {
    const number = ordered[at] as number;
    if (isKept[number] !== 1) continue;
    const card = cardOf[number] as number;
    if (next[card] !== 0) {
      if (places[card] === 0) places[card] = isByPrice ? cheapest(keptSiblings(card, picked), picked) : number;
      if (places[card] !== number) continue;
    }
    if (left > 0) left -= 1;
    else numbers.push(number);
  }
  return numbers;
}

function keptSiblings(card: number, { groups, isKept }: CardParts) {
  return [...groups.siblings(card)].filter((sibling) => isKept[sibling] === 1);
}

/** The cheapest that can be bought, or else the cheapest. */
function cheapest(numbers: number[], { isBuyable, isCheaper }: CardParts) {
  const buyable = numbers.filter((number) => isBuyable[number]);
  const candidates = buyable.length > 0 ? buyable : numbers;
  return candidates.reduce((one, other) => (isCheaper(other, one) < 0 ? other : one));
}

/** The card that has a product of a list. */
export function readCard(
  number: number,
  parts: CardParts & { priceOf: (number: number) => number; options: OptionColumns },
): ListedCard {
  const { groups, isBuyable, priceOf, options } = parts;
  const card = groups.cardOf[number] as number;
  if (groups.next[card] === 0) return { number };
  const kept = keptSiblings(card, parts);
  const buyable = kept.filter((sibling) => isBuyable[sibling]);
  const leader = buyable[0] ?? kept[0] ?? number;
  const priced = cheapest(kept, parts);
  return {
    number: leader,
    siblings: {
      priced,
      isFrom: buyable.some((sibling) => priceOf(sibling) !== priceOf(priced)),
      buyable: buyable.length,
      ...((buyable.length === 1 || kept.length === 1) && {
        only: options.of(leader).map(({ spelledValue }) => spelledValue),
      }),
      options: optionsOf(groups.siblings(card), options),
    },
  };
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
