import type { BasisPoints } from "./vat.ts";

/** A country's VAT rates: the standard one, and the reduced ones from the lowest to the highest. */
export interface KnownRates {
  standard: BasisPoints;
  reduced: BasisPoints[];
}

/** The day of the list's data, and the day on which it was read. */
export const knownRatesFrom = { dataOf: "2026-04-28", readOn: "2026-11-26" };

/**
 * Rates of goods in the EU, the United Kingdom, Norway and Switzerland. Source: the European Commission's "Taxes in Europe" database (TEDB), by way
 * of https://github.com/vatnode/eu-vat-rates-data-js (data/eu-vat-rates-data.json), which follows it daily. Rates of regions, such as Madeira and
 * Corsica, and parking rates are left out. Owners copy and edit them. See docs/decisions/0296.
 */
const percentages: Record<string, [standard: number, ...reduced: number[]]> = {
  AT: [20, 10, 13],
  BE: [21, 6, 12],
  BG: [20, 9],
  CH: [8.1, 2.6, 3.8],
  CY: [19, 3, 5, 9],
  CZ: [21, 12],
  DE: [19, 7],
  DK: [25],
  EE: [24, 9, 13],
  ES: [21, 4, 10],
  FI: [25.5, 10, 13.5],
  FR: [20, 2.1, 5.5, 10],
  GB: [20, 5],
  GR: [24, 6, 13],
  HR: [25, 5, 13],
  HU: [27, 5, 18],
  IE: [23, 9, 13.5],
  IT: [22, 4, 5, 10],
  LT: [21, 5, 12],
  LU: [17, 3, 8, 14],
  LV: [21, 5, 12],
  MT: [18, 5, 7],
  NL: [21, 9],
  NO: [25, 12, 15],
  PL: [23, 5, 8],
  PT: [23, 6, 13],
  RO: [21, 11],
  SE: [25, 6, 12],
  SI: [22, 5, 9.5],
  SK: [23, 5, 19],
};

/** By country. */
export const knownRates: ReadonlyMap<string, KnownRates> = new Map(
  Object.entries(percentages).map(([country, [standard, ...reduced]]) => [
    country,
    { standard: toBasisPoints(standard), reduced: reduced.map(toBasisPoints) },
  ]),
);

/** A country's rates in percent, the standard one first; none for a country that isn't on the list. */
export function knownPercentages(country = "") {
  const known = knownRates.get(country);
  return known ? [known.standard, ...known.reduced].map((basisPoints) => basisPoints / 100) : [];
}

function toBasisPoints(percent: number) {
  return Math.round(percent * 100);
}
