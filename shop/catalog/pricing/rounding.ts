/** How a computed price is rounded: to whole cents, to the nearest amount that ends in .99, or to whole units. */
export const roundings = {
  cents: "To the cent",
  ninetyNine: "To the nearest .99",
  units: "To the nearest .00",
} as const;
export type Rounding = keyof typeof roundings;

/** Whole cents. */
export function rounded(cents: number, rounding: Rounding) {
  if (rounding === "cents" || cents <= 0) return Math.round(cents);
  if (rounding === "units") return Math.round(cents / 100) * 100;
  return Math.max(Math.round((cents + 1) / 100) * 100, 100) - 1;
}
