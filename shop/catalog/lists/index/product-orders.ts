import type { ProductsTable } from "#database/schema.ts";
import type { SoldPieces } from "../best-sellers.ts";
import type { FurtherSort, Sort } from "../sorts.ts";
import { copied, grown } from "./arrays.ts";
import { type Compare, mergeSort } from "./merge-sort.ts";
import { PriceRanks } from "./price-ranks.ts";
import { placeOf, SortedNumbers } from "./sorted-numbers.ts";
import type { Steps } from "./time-slices.ts";
import { TitleKeys } from "./title-keys.ts";

/** A list's order: one of the menu's sorts, or the catalog's own. */
export type ListOrder = Sort | "position";

/** The orders that are kept sorted. The others follow from the catalog's own in one pass. */
type SortedOrder = Exclude<ListOrder, FurtherSort>;

/** The columns that orders follow from. */
export type OrderColumns = Pick<ProductsTable, "number" | "position" | "titleKey" | "priceCents" | "rating">;

const sortedOrders: SortedOrder[] = ["position", "name", "highestPrice", "lowestPrice", "rating"];

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
  #titles = new TitleKeys();
  #sorted = Object.fromEntries(sortedOrders.map((order) => [order, new SortedNumbers()])) as Record<
    SortedOrder,
    SortedNumbers
  >;
  #further: Partial<Record<FurtherSort, Uint32Array>> = {};
  #sold: SoldPieces = new Map();
  /** How many cents a unit of the shop's currency has. */
  #scale = 100;

  /** Says what sold best, and how many cents a unit of the shop's currency has. */
  setUp({ sold, scale }: { sold: SoldPieces; scale: number }) {
    this.#sold = sold;
    this.#scale = scale;
    this.#further = {};
  }

  grow(capacity: number) {
    this.#position = grown(this.#position, capacity);
    this.#priceCents = grown(this.#priceCents, capacity);
    this.#rating = grown(this.#rating, capacity);
    this.#titles.grow(capacity);
  }

  *copy(capacity: number): Steps<ProductOrders> {
    const copy = new ProductOrders();
    copy.#position = yield* copied(this.#position, capacity);
    copy.#priceCents = yield* copied(this.#priceCents, capacity);
    copy.#rating = yield* copied(this.#rating, capacity);
    copy.#titles = yield* this.#titles.copy(capacity);
    for (const order of sortedOrders) copy.#sorted[order] = yield* this.#sorted[order].copy();
    return copy;
  }

  /** Whether `set` would change the product's place in some order, if it has one. */
  isMoved({ number, titleKey, priceCents, rating, ...row }: OrderColumns) {
    return (
      this.isMovedInCatalog({ number, ...row }) ||
      this.#priceCents[number] !== priceCents ||
      this.#rating[number] !== rating ||
      !this.#titles.isKeyOf(number, titleKey)
    );
  }

  isMovedInCatalog({ number, position }: Pick<OrderColumns, "number" | "position">) {
    return this.#position[number] !== position;
  }

  /** `sort` or `join` then gives the product its places. */
  set({ number, position, titleKey, priceCents, rating }: OrderColumns) {
    this.#position[number] = position;
    this.#priceCents[number] = priceCents;
    this.#rating[number] = rating;
    this.#titles.set(number, titleKey);
  }

  /** Forgets the title of a product that has left. */
  remove(number: number) {
    this.#titles.remove(number);
  }

  in(order: ListOrder): Uint32Array {
    if (order !== "newest" && order !== "bestSelling") return this.#sorted[order].numbers;
    this.#further[order] ??= order === "newest" ? this.#byNewest() : this.#byPieces();
    return this.#further[order];
  }

  /** The numbers are given in the order in which products are added. */
  #byNewest() {
    const isSorted = new Uint8Array(this.#position.length);
    const { numbers } = this.#sorted.position;
    for (let at = 0; at < numbers.length; at++) isSorted[numbers[at] as number] = 1;
    const newest = new Uint32Array(numbers.length);
    for (let number = isSorted.length - 1, place = 0; number >= 0; number--)
      if (isSorted[number] === 1) newest[place++] = number;
    return newest;
  }

  #byPieces() {
    const isSold = new Uint8Array(this.#position.length);
    for (const number of this.#sold.keys()) isSold[number] = 1;
    const { numbers } = this.#sorted.position;
    const sold = numbers.filter((number) => isSold[number] === 1).sort(this.comparedIn("bestSelling"));
    const best = new Uint32Array(numbers.length);
    best.set(sold);
    for (let at = 0, place = sold.length; at < numbers.length; at++)
      if (isSold[numbers[at] as number] === 0) best[place++] = numbers[at] as number;
    return best;
  }

  /** The order of the prices, until the next change. */
  priceRanks() {
    return new PriceRanks(this.#sorted.lowestPrice.numbers, this.#priceCents, this.#scale);
  }

  /** In whole cents. */
  priceOf = (number: number) => this.#priceCents[number] as number;

  isSameTitle(one: number, other: number) {
    return this.#titles.compare(one, other) === 0;
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
    for (const number of this.#sorted.rating.numbers) {
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
    const sorted = this.#sorted.position.numbers;
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
    const byPosition = this.#byPosition();
    const compare = order === "position" ? undefined : this.#comparedBy(order);
    return compare ? (a, b) => compare(a, b) || byPosition(a, b) : byPosition;
  }

  #byPosition(): Compare {
    const position = this.#position;
    return (a, b) => (position[a] as number) - (position[b] as number) || a - b;
  }

  /** Without the catalog's own order, which counts where these are equal. */
  #comparedBy(order: Sort): Compare {
    const [priceCents, rating, sold] = [this.#priceCents, this.#rating, this.#sold];
    const compares: Record<Sort, Compare> = {
      name: this.#titles.compare,
      highestPrice: (a, b) => (priceCents[b] as number) - (priceCents[a] as number),
      lowestPrice: (a, b) => (priceCents[a] as number) - (priceCents[b] as number),
      rating: (a, b) => (rating[b] as number) - (rating[a] as number),
      newest: (a, b) => b - a,
      bestSelling: (a, b) => (sold.get(b) ?? 0) - (sold.get(a) ?? 0),
    };
    return compares[order];
  }

  /** Sorts all products. */
  *sort(numbers: Uint32Array): Steps {
    const inCatalog = yield* mergeSort(numbers, this.#byPosition());
    this.#sorted.position = SortedNumbers.of(inCatalog);
    // Those that are equal keep the catalog's own order.
    for (const order of sortedOrders)
      if (order !== "position")
        this.#sorted[order] = SortedNumbers.of(yield* mergeSort(inCatalog, this.#comparedBy(order)));
    this.#further = {};
  }

  /** Takes products out of the orders, before `set`. */
  leave(numbers: number[]) {
    this.#further = {};
    for (const order of sortedOrders) this.#sorted[order].leave(numbers, this.comparedIn(order));
  }

  /** Gives products their places, after `set`. */
  join(numbers: number[]) {
    this.#further = {};
    for (const order of sortedOrders) this.#sorted[order].join(numbers, this.comparedIn(order));
  }
}
