import { type Currency, scaleOf } from "../../values/currencies.ts";

/** How a computed price is rounded: to whole cents, to the nearest amount that ends in .99, or to whole units. */
export const roundings = {
  cents: "To the cent",
  ninetyNine: "To the nearest .99",
  units: "To the nearest .00",
} as const;
export type Rounding = keyof typeof roundings;

/** Whole cents. @param currency says how many are a unit; one without decimals has no .99 */
export function rounded(cents: number, { rounding, currency }: { rounding: Rounding; currency: Currency }) {
  const scale = scaleOf(currency);
  if (rounding === "cents" || scale === 1 || cents <= 0) return Math.round(cents);
  if (rounding === "units") return Math.round(cents / scale) * scale;
  // .99 is .990 where units have thousandths.
  const below = scale / 100;
  return Math.max(Math.round((cents + below) / scale) * scale, scale) - below;
}
