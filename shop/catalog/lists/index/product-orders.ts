import { setImmediate } from "node:timers/promises";
import type { ProductsTable } from "#database/schema.ts";
import type { SoldPieces } from "../best-sellers.ts";
import type { FurtherSort, Sort } from "../sorts.ts";
import { PriceRanks } from "./price-ranks.ts";

/** A list's order: one of the menu's sorts, or the catalog's own. */
export type ListOrder = Sort | "position";

/** The orders that are kept sorted. The others follow from the catalog's own in one pass. */
type SortedOrder = Exclude<ListOrder, FurtherSort>;

/** The columns that orders follow from. */
export type OrderColumns = Pick<ProductsTable, "number" | "position" | "titleKey" | "priceCents" | "rating">;

/** Negative if the first comes first. */
type Compare = (one: number, other: number) => number;

interface Near {
  /** How many there are on each side. */
  limit: number;
  isNear: (number: number) => boolean;
  /** By the products' numbers. */
  cardOf: Uint32Array;
}

/** The products' numbers in each order. Products that compare equal are in the catalog's own order. */
export class ProductOrders {
  #position = new Uint32Array(0);
  #priceCents = new Float64Array(0);
  #rating = new Float64Array(0);
  readonly #titleKeys: string[] = [];
  readonly #sorted: Record<SortedOrder, Uint32Array> = {
    position: new Uint32Array(0),
    name: new Uint32Array(0),
    highestPrice: new Uint32Array(0),
    lowestPrice: new Uint32Array(0),
    rating: new Uint32Array(0),
  };
  #further: Partial<Record<FurtherSort, Uint32Array>> = {};
  #sold: SoldPieces = new Map();

  /** Says what sold best. */
  setSold(sold: SoldPieces) {
    this.#sold = sold;
    this.#further = {};
  }

  grow(capacity: number) {
    const [position, priceCents, rating] = [this.#position, this.#priceCents, this.#rating];
    this.#position = new Uint32Array(capacity);
    this.#priceCents = new Float64Array(capacity);
    this.#rating = new Float64Array(capacity);
    this.#position.set(position);
    this.#priceCents.set(priceCents);
    this.#rating.set(rating);
  }

  /** @returns whether the product has to change its place; `update` or `sort` does it */
  set({ number, position, titleKey, priceCents, rating }: OrderColumns) {
    const key = sortableKey(titleKey);
    const isMoved =
      this.#position[number] !== position ||
      this.#titleKeys[number] !== key ||
      this.#priceCents[number] !== priceCents ||
      this.#rating[number] !== rating;
    this.#position[number] = position;
    this.#titleKeys[number] = key;
    this.#priceCents[number] = priceCents;
    this.#rating[number] = rating;
    return isMoved;
  }

  in(order: ListOrder): Uint32Array {
    if (order !== "newest" && order !== "bestSelling") return this.#sorted[order];
    this.#further[order] ??= order === "newest" ? this.#byNewest() : this.#byPieces();
    return this.#further[order];
  }

  /** The numbers are given in the order in which products are added. */
  #byNewest() {
    return this.#sorted.position.toSorted().reverse();
  }

  #byPieces() {
    const { position } = this.#sorted;
    const first = position.filter((number) => this.#sold.has(number)).sort(this.comparedIn("bestSelling"));
    return Uint32Array.from([...first, ...position.filter((number) => !this.#sold.has(number))]);
  }

  /** The order of the prices, until the next change. */
  priceRanks() {
    return new PriceRanks(this.#sorted.lowestPrice, this.#priceCents);
  }

  /** In whole cents. */
  priceOf = (number: number) => this.#priceCents[number] as number;

  isSameTitle(one: number, other: number) {
    return this.#titleKeys[one] === this.#titleKeys[other];
  }

  /**
   * The best rated product of each card, the best first, and by title where ratings tie.
   *
   * @param cardOf by the products' numbers
   * @param isOffered by the products' numbers: 1 for those that may be among them; all, if it is missing
   */
  bestRated(limit: number, cardOf: Uint32Array, isOffered?: Uint8Array): number[] {
    const byTitle = this.comparedIn("name");
    const compare: Compare = (a, b) => (this.#rating[b] as number) - (this.#rating[a] as number) || byTitle(a, b);
    const best: number[] = [];
    const isSeen = new Uint8Array(cardOf.length);
    for (const number of this.#sorted.rating) {
      const last = best[limit - 1];
      if (last !== undefined && (this.#rating[number] as number) < (this.#rating[last] as number)) break;
      const card = cardOf[number] as number;
      if (isSeen[card] || isOffered?.[number] === 0) continue;
      isSeen[card] = 1;
      if (last !== undefined && compare(number, last) > 0) continue;
      best.splice(limit - 1, 1);
      best.push(number);
      best.sort(compare);
    }
    return best;
  }

  /** Those near a product in the catalog's order, first behind and then before it, each the first of its card. The product itself may be hidden. */
  nearest(number: number, { limit, isNear, cardOf }: Near): number[] {
    const sorted = this.#sorted.position;
    const place = placeOf(number, sorted, 0, this.comparedIn("position"));
    const seen = new Set([cardOf[number] as number]);
    const walk = (from: number, step: 1 | -1) => {
      const found: number[] = [];
      for (let at = from; at >= 0 && at < sorted.length && found.length < limit; at += step) {
        const other = sorted[at] as number;
        const card = cardOf[other] as number;
        if (!isNear(other) || seen.has(card)) continue;
        seen.add(card);
        found.push(other);
      }
      return found;
    };
    return [...walk(sorted[place] === number ? place + 1 : place, 1), ...walk(place - 1, -1)];
  }

  comparedIn(order: ListOrder): Compare {
    const [position, priceCents, rating, titleKeys] = [
      this.#position,
      this.#priceCents,
      this.#rating,
      this.#titleKeys,
    ] as unknown as [number[], number[], number[], string[]];
    const byPosition: Compare = (a, b) => (position[a] as number) - (position[b] as number) || a - b;
    const compares: Record<ListOrder, Compare> = {
      position: byPosition,
      name: (a, b) => compareKeys(titleKeys[a] as string, titleKeys[b] as string) || byPosition(a, b),
      highestPrice: (a, b) => (priceCents[b] as number) - (priceCents[a] as number) || byPosition(a, b),
      lowestPrice: (a, b) => (priceCents[a] as number) - (priceCents[b] as number) || byPosition(a, b),
      rating: (a, b) => (rating[b] as number) - (rating[a] as number) || byPosition(a, b),
      newest: (a, b) => b - a,
      bestSelling: (a, b) => (this.#sold.get(b) ?? 0) - (this.#sold.get(a) ?? 0) || byPosition(a, b),
    };
    return compares[order];
  }

  /** Sorts all products, and lets others have the processor between one order and the next. */
  async sort(numbers: Uint32Array) {
    this.#further = {};
    for (const order of Object.keys(this.#sorted) as SortedOrder[]) {
      this.#sorted[order] = numbers.toSorted(this.comparedIn(order));
      await setImmediate();
    }
  }

  /** Gives some products their new places. @param leaving those of them that are no longer in the catalog */
  update(moved: Set<number>, leaving: Set<number>) {
    const isMoved = new Uint8Array(this.#position.length);
    for (const number of moved) isMoved[number] = 1;
    const placed = Uint32Array.from([...moved].filter((number) => !leaving.has(number)));
    this.#further = {};
    for (const order of Object.keys(this.#sorted) as SortedOrder[]) {
      const compare = this.comparedIn(order);
      const kept = this.#sorted[order].filter((number) => !isMoved[number]);
      this.#sorted[order] = merge(kept, placed.toSorted(compare), compare);
    }
    for (const number of leaving) this.#titleKeys[number] = "";
  }
}

/** Few are merged into many: each finds its place by halving what is left. */
function merge(many: Uint32Array, few: Uint32Array, compare: Compare) {
  const merged = new Uint32Array(many.length + few.length);
  let from = 0;
  for (const [index, number] of few.entries()) {
    const to = placeOf(number, many, from, compare);
    merged.set(many.subarray(from, to), from + index);
    merged[to + index] = number;
    from = to;
  }
  merged.set(many.subarray(from), from + few.length);
  return merged;
}

function placeOf(number: number, many: Uint32Array, from: number, compare: Compare) {
  let [low, high] = [from, many.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(many[middle] as number, number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareKeys(one: string, other: string) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * A key that JavaScript, which compares UTF-16 code units, sorts as the databases do, byte by byte in UTF-8: there, surrogates are behind all
 * other characters.
 */
function sortableKey(titleKey: string) {
  if (!/[\ud800-\uffff]/.test(titleKey)) return titleKey;
  return titleKey.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
}
