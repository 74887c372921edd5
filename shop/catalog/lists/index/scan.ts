import type { Ids } from "./arrays.ts";
import type { FacetColumn } from "./facet-column.ts";
import type { OptionColumns } from "./option-columns.ts";
import type { Steps } from "./time-slices.ts";

/** Which products a list has, and how many of its cards have which value of each facet. */
export interface Scan {
  /** How many cards the list has. */
  total: number;
  /** By the products' numbers: 1 for those in the list, 2 for those that only a price band keeps out of it. */
  isKept: Uint8Array;
  /** Of each column. */
  columns: CardCounts[];
  /** By the ids of options. */
  options: Uint32Array;
  /** How many cards each price band has, or would have, as far as anyone has asked. */
  bands: Map<string, number>;
  /** By the cards' numbers: the cheapest product in the list that can be bought, or else the cheapest. */
  cheapest?: Uint32Array;
}

/** Cards by the values that their products have in one facet. */
export interface CardCounts {
  /** By the values' ids. */
  counts: Uint32Array;
  /** The values' ids of each card that has several, after their number; of facets in which a filter may keep several. */
  several: Uint32Array;
}

/** A facet of which an address asks for some values. Facets have whole numbers from 1. */
export interface AskedFacet {
  facet: number;
  /** Notes those of some products that have none of the values. */
  noteFailed: (numbers: Uint32Array, failed: Failed) => void;
}

/** By the products' numbers: in how many facets a product fails, and the last of them. */
export interface Failed {
  times: Uint8Array;
  facet: Uint8Array;
}

interface Scanned {
  /** The products' numbers, siblings next to each other. */
  numbers: Uint32Array;
  /** By the products' numbers; undefined where no product has siblings. */
  cardOf: Uint32Array | undefined;
  capacity: number;
  asked: AskedFacet[];
  priceFacet: number;
  /** Each with its facet. */
  columns: { facet: number; column: FacetColumn }[];
  options: OptionColumns;
  /** By the ids of options' names: the facets of those that are asked for. */
  optionFacets: Uint8Array;
}

// Loops with an index over typed arrays alone take a tenth of the time of those with iterators and closures.

/**
 * Looks at some products, facet by facet. One that passes all facets is kept, and its card counts in every facet; one that fails in a single
 * facet lets its card count there, because the choices of a facet are counted as if the facet had no filter.
 */
export function* scanProducts(scanned: Scanned): Steps<Scan> {
  const { numbers, cardOf, capacity, asked, priceFacet, columns } = scanned;
  const failed: Failed = { times: new Uint8Array(capacity), facet: new Uint8Array(capacity) };
  for (const { noteFailed } of asked) noteFailed(numbers, failed);
  const isKept = new Uint8Array(capacity);
  const near = new Uint32Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const times = failed.times[number] as number;
    if (times > 1) continue;
    near[count++] = number;
    if (times === 0) isKept[number] = 1;
    else if (failed.facet[number] === priceFacet) isKept[number] = 2;
  }
  const all = near.subarray(0, count);
  const kept = asked.length === 0 ? all : passingOthers(all, failed.facet, 0);
  const countIn = (column: FacetColumn, counted: Uint32Array) =>
    cardOf ? countCards(counted, cardOf, column) : countProducts(counted, column);
  yield;
  const counts: CardCounts[] = [];
  for (const { facet, column } of columns) {
    const isAsked = asked.some((one) => one.facet === facet);
    counts.push(countIn(column, isAsked ? passingOthers(all, failed.facet, facet) : kept));
    yield;
  }
  return {
    total: cardOf ? numberOfCards(kept, cardOf) : kept.length,
    isKept,
    columns: counts,
    options: countOptions(all, failed.facet, scanned),
    bands: new Map(),
  };
}

/** Those of some products that fail in no other facet; 0 for in none. */
function passingOthers(numbers: Uint32Array, failedFacet: Uint8Array, facet: number) {
  const passing = new Uint32Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const failed = failedFacet[number] as number;
    if (failed === 0 || failed === facet) passing[count++] = number;
  }
  return passing.subarray(0, count);
}

function numberOfCards(numbers: Uint32Array, cardOf: Uint32Array) {
  let [cards, last] = [0, -1];
  for (let at = 0; at < numbers.length; at++) {
    const card = cardOf[numbers[at] as number] as number;
    if (card !== last) cards += 1;
    last = card;
  }
  return cards;
}

export function noteFailures(
  numbers: Uint32Array,
  { times, facet }: Failed,
  asked: { facet: number; valueIds: Ids; kept: Uint8Array },
) {
  const { valueIds, kept, facet: own } = asked;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    if (kept[valueIds[number] as number]) continue;
    times[number] = (times[number] as number) + 1;
    facet[number] = own;
  }
}

/** @param spelled three for each product; none if no product has any @param kept by their ids */
export function noteOptionFailures(
  numbers: Uint32Array,
  { times, facet }: Failed,
  asked: { facet: number; spelled: Ids; kept: Uint8Array },
) {
  const { spelled, kept, facet: own } = asked;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const slot = number * 3;
    if (kept[spelled[slot] as number] || kept[spelled[slot + 1] as number] || kept[spelled[slot + 2] as number])
      continue;
    times[number] = (times[number] as number) + 1;
    facet[number] = own;
  }
}

const none = new Uint32Array(0);

/** Where each product is a card. */
function countProducts(numbers: Uint32Array, { valueIds, values }: FacetColumn): CardCounts {
  const counts = new Uint32Array(values.length);
  for (let at = 0; at < numbers.length; at++) {
    const id = valueIds[numbers[at] as number] as number;
    counts[id] = (counts[id] as number) + 1;
  }
  return { counts, several: none };
}

/** @param numbers the products that count, siblings next to each other */
function countCards(numbers: Uint32Array, cardOf: Uint32Array, column: FacetColumn): CardCounts {
  const { valueIds, values, mayKeepSeveral } = column;
  const counts = new Uint32Array(values.length);
  // By the values' ids: the last card that was counted.
  const counted = new Uint32Array(values.length);
  const several: number[] = [];
  let [last, first, length] = [-1, 0, 0];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const id = valueIds[number] as number;
    const card = cardOf[number] as number;
    if (card !== last) {
      last = card;
      first = id;
      length = 1;
    } else if (counted[id] === card) continue;
    else if (mayKeepSeveral) {
      if (length === 1) several.push(1, first);
      length += 1;
      several[several.length - length] = length;
      several.push(id);
    }
    counted[id] = card;
    counts[id] = (counts[id] as number) + 1;
  }
  return { counts, several: Uint32Array.from(several) };
}

/** @param numbers the products that fail in one facet at most, siblings next to each other @param failedFacet 0 for those that fail in none */
function countOptions(numbers: Uint32Array, failedFacet: Uint8Array, { cardOf, options, optionFacets }: Scanned) {
  const { spelled, known } = options;
  const { choiceOf, choices } = known;
  const counts = new Uint32Array(choices.length);
  if (spelled.length === 0) return counts;
  const counted = new Uint32Array(choices.length);
  const facets = Uint8Array.from(choices, ({ nameId }) => optionFacets[nameId] as number);
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    const failed = failedFacet[number] as number;
    const card = cardOf ? (cardOf[number] as number) : number;
    for (let slot = number * 3; slot < number * 3 + 3; slot++) {
      const id = choiceOf[spelled[slot] as number] as number;
      if (id === 0) break;
      if (counted[id] === card || (failed !== 0 && failed !== facets[id])) continue;
      counted[id] = card;
      counts[id] = (counts[id] as number) + 1;
    }
  }
  return counts;
}

/** How many cards have any of some values of a facet. */
export function cardsWith(ids: number[], { counts, several }: CardCounts) {
  let cards = 0;
  for (const id of ids) cards += counts[id] ?? 0;
  if (ids.length < 2 || several.length === 0) return cards;
  const isOne = new Uint8Array(counts.length);
  for (const id of ids) isOne[id] = 1;
  for (let at = 0; at < several.length; ) {
    const end = at + 1 + (several[at] as number);
    let hits = 0;
    for (at += 1; at < end; at++) hits += isOne[several[at] as number] as number;
    if (hits > 1) cards -= hits - 1;
  }
  return cards;
}
