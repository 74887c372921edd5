/** All money is in whole cents of one currency. Catalog files and screens show units (9.99). */

/** An ISO 4217 code in capitals, such as "NOK". */
export type Currency = string;

/** Larger prices are typing errors: no card pays as much, in any currency. See docs/decisions/0177. */
export const mostPriceCents = 99_999_999_999;
export const mostPriceInWords = "999,999,999.99";

/** A new shop's currency. */
export const defaultCurrency: Currency = "USD";

/** Whether the shop can use a currency: browsers and servers know it, and it has hundredths. */
export function checkCurrency(code: string): "ok" | "unknown" | "noCents" {
  if (!Intl.supportedValuesOf("currency").includes(code)) return "unknown";
  return formatterOf(code).resolvedOptions().maximumFractionDigits === 2 ? "ok" : "noCents";
}

/**
 * A price in units, as catalogs and carts write it, in cents.
 *
 * @returns undefined for what isn't an amount of whole cents (19.999, -1, NaN)
 */
export function centsFromNumber(units: number) {
  const cents = Math.round(units * 100);
  const exact = Math.abs(units * 100 - cents) <= 4 * Number.EPSILON * cents;
  return exact && cents >= 0 && Number.isSafeInteger(cents) ? cents : undefined;
}

/** The same amount as a number of units, as carts write it: 999 → 9.99. */
export function numberFromCents(cents: number) {
  return cents / 100;
}

/** The amount with 2 decimals: 999 → "9.99". */
export function decimalAmount(cents: number) {
  return (cents / 100).toFixed(2);
}

/** The amount as people read it: 189500 → "$1,895.00", "kr 1,895.00". See docs/decisions/0108. */
export function formatPrice(cents: number, currency: Currency) {
  return formatterOf(currency).format(cents / 100);
}

/** An amount without cents: 50 → "$50", "kr 50". */
function formatUnits(units: number, currency: Currency) {
  return formatterOf(currency, 0).format(units);
}

/** One of the shop's own texts about prices, whose numbers are the same in every currency: "$10 to $50" → "kr 10 to kr 50". */
export function withCurrency(text: string, currency: Currency) {
  return text.replaceAll(/\$(\d+)/g, (_, units) => formatUnits(Number(units), currency));
}

/** To create one takes a hundred times as long as to use it. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: Currency, decimals = 2) {
  const key = `${currency}${decimals}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
    formatter = new Intl.NumberFormat("en", decimals === 2 ? style : { ...style, maximumFractionDigits: decimals });
    formatters.set(key, formatter);
  }
  return formatter;
}
