import type { Filter } from "../../filters/filters.ts";
import { lastCentsBelow, type PriceBand, parsePriceBand } from "../../filters/price-bands.ts";
import type { SortedPrices } from "./price-bounds.ts";
import type { ProductGroups } from "./product-groups.ts";

/** Prices in cents, with both ends. Without one of them, that side is open. */
export interface PriceRange {
  min?: number | undefined;
  max?: number | undefined;
}

/** Which products the bands of an address keep. Nothing is remembered per band, because an address may ask for any. */
export class PriceRanks implements SortedPrices {
  /** The products' numbers, the cheapest first. */
  readonly #ascending: Uint32Array;
  /** By the products' numbers. */
  readonly #cents: Float64Array;

  /** How many cents a unit of the currency has. */
  readonly scale: number;

  constructor(ascending: Uint32Array, cents: Float64Array, scale: number) {
    this.#ascending = ascending;
    this.#cents = cents;
    this.scale = scale;
  }

  get count() {
    return this.#ascending.length;
  }

  centsAt = (place: number) => this.#cents[this.#ascending[place] as number] as number;

  countUpTo = (cents: number) => {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.centsAt(middle) <= cents) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** @returns by the products' numbers: 1 for those that any of the bands keeps */
  keptBy(filters: Filter[]): Uint32Array {
    const kept = new Uint32Array(this.#cents.length);
    const ranges = filters.map((filter) => this.#rangeOf(filter)).sort((a, b) => a.from - b.from);
    let done = 0;
    for (const { from, to } of ranges) {
      // Bands may overlap, and an address may ask for many.
      for (let place = Math.max(from, done); place < to; place++) kept[this.#ascending[place] as number] = 1;
      done = Math.max(done, to);
    }
    return kept;
  }

  /** @returns by the products' numbers: 1 for those with a price in the range */
  keptBetween({ min, max }: PriceRange): Uint32Array {
    const kept = new Uint32Array(this.#cents.length);
    const from = min === undefined ? 0 : this.countUpTo(min - 1);
    const to = max === undefined ? this.count : this.countUpTo(max);
    for (let place = from; place < to; place++) kept[this.#ascending[place] as number] = 1;
    return kept;
  }

  /**
   * How many cards have a product in a band.
   *
   * @param isCounted by the products' numbers: 0 for those that don't count
   */
  cardsIn(filter: Filter, isCounted: Uint8Array, { cardOf, isFlat }: ProductGroups) {
    const { from, to } = this.#rangeOf(filter);
    const isSeen = new Uint8Array(isFlat ? 0 : cardOf.length);
    let cards = 0;
    for (let place = from; place < to; place++) {
      const number = this.#ascending[place] as number;
      if (!isCounted[number]) continue;
      if (!isFlat) {
        const card = cardOf[number] as number;
        if (isSeen[card]) continue;
        isSeen[card] = 1;
      }
      cards += 1;
    }
    return cards;
  }

  #rangeOf(filter: Filter) {
    const { above, upTo } = parsePriceBand(filter) as PriceBand;
    return {
      from: above === undefined ? 0 : this.countUpTo(lastCentsBelow(above, this.scale)),
      to: upTo === undefined ? this.count : this.countUpTo(lastCentsBelow(upTo, this.scale)),
    };
  }
}
