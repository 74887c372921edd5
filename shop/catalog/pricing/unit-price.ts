import { mostPriceCents } from "../../values/money.ts";

/** A product's price and what it contains. */
export interface PricedContent {
  priceCents: number;
  contentAmount?: number | null | undefined;
  contentUnit?: string | null | undefined;
}

/** By the units of a content: the unit that prices are compared in, and how many of the unit it has. See docs/decisions/0216. */
export const baseUnits: Record<string, { unit: string; size: number }> = {
  g: { unit: "kg", size: 1000 },
  kg: { unit: "kg", size: 1 },
  ml: { unit: "l", size: 1000 },
  l: { unit: "l", size: 1 },
  m: { unit: "m", size: 1 },
  piece: { unit: "piece", size: 1 },
};

/**
 * The price per kilogram, liter, meter or piece that Directive 98/6/EC asks for.
 *
 * @returns whole cents; undefined without a content, where it is the price itself, and where it is no price: below a cent, or beyond any
 */
export function unitPriceOf({ priceCents, contentAmount, contentUnit }: PricedContent) {
  const base = baseUnits[contentUnit ?? ""];
  if (!base || !contentAmount || contentAmount === base.size) return undefined;
  const cents = Math.round((priceCents * base.size) / contentAmount);
  return cents > 0 && cents <= mostPriceCents ? { cents, unit: base.unit } : undefined;
}
