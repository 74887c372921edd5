import type { Formats } from "../../values/locale.ts";
import { withCurrency } from "../../values/money.ts";

/** Prices above one bound and up to another, in whole units of the shop's currency. Without one of them, that side is open. */
export interface PriceBand {
  above?: number;
  upTo?: number;
}

/** The bounds between the bands of docs/specification.md#filters-and-sorts. */
export const specifiedBounds = [10, 50, 100];

/** The bands that some ascending bounds separate; none without a bound. */
export function bandsBetween(bounds: number[]): PriceBand[] {
  if (bounds.length === 0) return [];
  return [undefined, ...bounds].map((above, index) => {
    const upTo = bounds[index];
    return { ...(above !== undefined && { above }), ...(upTo !== undefined && { upTo }) };
  });
}

/** A band as an address has it: "under100", "100to250", "over250". */
export function filterOfBand({ above, upTo }: PriceBand) {
  if (above === undefined) return `under${upTo}`;
  return upTo === undefined ? `over${above}` : `${above}to${upTo}`;
}

const bound = String.raw`([1-9]\d{0,11})`;
const pattern = new RegExp(`^(?:under${bound}|${bound}to${bound}|over${bound})$`);

/** The band in an address; undefined for what isn't one, such as a reversed or a huge one. */
export function parsePriceBand(filter: string): PriceBand | undefined {
  const [, under, from, to, over] = pattern.exec(filter) ?? [];
  if (under) return { upTo: Number(under) };
  if (over) return { above: Number(over) };
  return from && to && Number(from) < Number(to) ? { above: Number(from), upTo: Number(to) } : undefined;
}

/**
 * The highest price in cents of the band that ends at a bound. A price on the bound belongs to the lower band; only 10 belongs to the upper one,
 * as docs/specification.md#filters-and-sorts has it.
 *
 * @param scale how many cents a unit has
 */
export function lastCentsBelow(bound: number, scale: number) {
  return bound === specifiedBounds[0] ? bound * scale - 1 : bound * scale;
}

/** What the menu calls a band: "Up to kr 100", "kr 100 to kr 250". */
export function labelOfBand({ above, upTo }: PriceBand, formats: Formats) {
  return withCurrency(labelInDollars(above, upTo), formats);
}

function labelInDollars(above: number | undefined, upTo: number | undefined) {
  if (above !== undefined) return upTo === undefined ? `Over $${above}` : `$${above} to $${upTo}`;
  return upTo === specifiedBounds[0] ? `Under $${upTo}` : `Up to $${upTo}`;
}

/** Ascending by where the bands end, then by where they start. */
export function compareBands(one: PriceBand, other: PriceBand) {
  const { above = 0, upTo = Number.MAX_SAFE_INTEGER } = one;
  return upTo - (other.upTo ?? Number.MAX_SAFE_INTEGER) || above - (other.above ?? 0);
}
