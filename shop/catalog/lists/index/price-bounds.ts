import { type Currency, defaultCurrency } from "../../../values/currencies.ts";
import { lastCentsBelow, specifiedBounds } from "../../filters/price-bands.ts";

/** All prices of a catalog in cents, ascending. */
export interface SortedPrices {
  count: number;
  /** How many cents a unit has. */
  scale: number;
  /** @param place from 0 */
  centsAt: (place: number) => number;
  /** How many prices are not higher. */
  countUpTo: (cents: number) => number;
}

/**
 * What bounds are rounded to, for each power of ten: coarse for a catalog with cheap and dear products, finer for one whose products cost nearly
 * the same.
 */
const grids = [[1, 2, 5], range(2, 20).map((half) => half / 2), range(10, 100).map((tenth) => tenth / 10)];
const fewestBounds = 2;

/**
 * The bounds between the price bands that the menu offers, ascending, in whole units: `specifiedBounds` for a shop in dollars, unless they leave
 * two bands empty; otherwise the quartiles of its prices, rounded. Every band then has products, and without two different prices there is none.
 * See docs/decisions/0152.
 */
export function choosePriceBounds(prices: SortedPrices, currency: Currency): number[] {
  const separating = separatingBounds(prices, specifiedBounds);
  if (currency === defaultCurrency && separating.length >= fewestBounds) return specifiedBounds;
  const quartiles = [1, 2, 3].map((quarter) => prices.centsAt(Math.floor((prices.count * quarter) / 4)) / prices.scale);
  let best: number[] = [];
  for (const grid of grids) {
    const bounds = separatingBounds(prices, prices.count === 0 ? [] : quartiles.map((price) => round(price, grid)));
    if (bounds.length > best.length) best = bounds;
    if (best.length >= fewestBounds) break;
  }
  return best;
}

/** Those that have products below and above, and between one and the next. */
function separatingBounds({ count, countUpTo, scale }: SortedPrices, bounds: number[]) {
  let below = 0;
  return bounds.filter((bound) => {
    const upTo = countUpTo(lastCentsBelow(bound, scale));
    if (upTo === below || upTo === count) return false;
    below = upTo;
    return true;
  });
}

/** The nearest whole number of a grid, at least 1. Two are as near to a number as their ratios to it. */
function round(price: number, grid: number[]) {
  const power = 10 ** Math.floor(Math.log10(Math.max(price, 1)));
  const candidates = [...grid, 10].map((step) => Math.max(1, Math.round(step * power)));
  const distance = (candidate: number) => Math.abs(Math.log(candidate / Math.max(price, 1)));
  return candidates.reduce((nearest, candidate) => (distance(candidate) < distance(nearest) ? candidate : nearest));
}

function range(from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
