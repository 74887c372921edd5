/** An ISO 4217 code in capitals, such as "NOK". */
export type Currency = string;

/** A new shop's currency. */
export const defaultCurrency: Currency = "USD";

/** Currencies whose unit doesn't have hundredths, by ISO 4217's minor units (https://www.six-group.com/en/products-services/financial-information/data-standards.html); browsers differ about some. */
const otherDecimals: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Currencies that were withdrawn from ISO 4217 (its List Three, read on 2026-11-26), though servers and browsers still name them. */
const withdrawn = ["ANG", "BGN", "CUC", "HRK", "SLL", "ZWL"];

/** Whether a currency is no longer in use. */
export function isWithdrawn(currency: Currency) {
  return withdrawn.includes(currency);
}

/** How many decimals amounts of a currency have: their last one counts its smallest units. */
export function decimalsOf(currency: Currency) {
  for (const decimals of [0, 3, 4]) if (otherDecimals[decimals]?.includes(currency)) return decimals;
  return 2;
}

/** The smallest units of one unit: 100 cents are a dollar, 1 yen is one. */
export function scaleOf(currency: Currency) {
  return 10 ** decimalsOf(currency);
}
