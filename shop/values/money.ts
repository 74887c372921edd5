import { type Currency, decimalsOf, scaleOf } from "./currencies.ts";
import { byText, defaultLocale, type Formats } from "./locale.ts";
import { marksIn, writeNumber } from "./written-numbers.ts";

/**
 * All money is in whole cents of one currency: its smallest units, whatever they are called, so 1 cent of JPY is a yen. Catalog files and screens
 * show units (9.99). See docs/decisions/0304.
 */

/** Larger prices are typing errors: no card pays as much, in any currency. See docs/decisions/0177. */
export const mostPriceCents = 99_999_999_999;

/** The same as messages write it: "999,999,999.99". */
export function mostPriceInWords(formats: Formats) {
  return formatAmount(mostPriceCents, formats);
}

/** Whether browsers and servers know a currency. */
export function isCurrency(code: string) {
  return Intl.supportedValuesOf("currency").includes(code);
}

/**
 * A price in units, as catalogs and carts write it, in cents.
 *
 * @returns undefined for what isn't an amount of whole cents (19.999, -1, NaN)
 */
export function centsFromNumber(units: number, currency: Currency) {
  const scale = scaleOf(currency);
  const cents = Math.round(units * scale);
  const exact = Math.abs(units * scale - cents) <= 4 * Number.EPSILON * cents;
  return exact && cents >= 0 && Number.isSafeInteger(cents) ? cents : undefined;
}

/** The same amount as a number of units, as carts write it: 999 → 9.99. */
export function numberFromCents(cents: number, currency: Currency) {
  return cents / scaleOf(currency);
}

/** The amount with its currency's decimals, for programs: 999 → "9.99", 999 yen → "999". */
export function decimalAmount(cents: number, currency: Currency) {
  return (cents / scaleOf(currency)).toFixed(decimalsOf(currency));
}

/** The amount as people read it: 189500 → "$1,895.00", "kr 1 895,00". See docs/decisions/0108 and 0303. */
export function formatPrice(cents: number, formats: Formats) {
  const { currency } = formats;
  if (formats.locale === defaultLocale)
    return englishFormat(`${currency} ${decimalsOf(currency)}`).format(cents / scaleOf(currency));
  const marks = marksIn(formats);
  const [before, after] = cents < 0 ? marks.negative : marks.price;
  return before + writeNumber(decimalAmount(Math.abs(cents), currency), marks) + after;
}

/** An amount without its currency: 189500 → "1,895.00", "1 895,00". */
export function formatAmount(cents: number, formats: Formats) {
  const plain = decimalAmount(Math.abs(cents), formats.currency);
  const amount = writeNumber(plain, marksIn(formats));
  return cents < 0 ? `-${amount}` : amount;
}

/** An amount without cents: 50 → "$50", "kr 50". */
export function formatUnits(units: number, formats: Formats) {
  if (formats.locale === defaultLocale) return englishFormat(`${formats.currency} 0`).format(units);
  const marks = marksIn(formats);
  return marks.price[0] + writeNumber(String(units), marks) + marks.price[1];
}

/** One of the shop's own texts about prices, whose numbers are the same in every currency: "$10 to $50" → "kr 10 to kr 50". */
export function withCurrency(text: string, formats: Formats) {
  return text.replaceAll(/\$(\d+)/g, (_, units) => formatUnits(Number(units), formats));
}

const englishFormat = byText((key) => {
  const [currency = "", decimals] = key.split(" ");
  const digits = { minimumFractionDigits: Number(decimals), maximumFractionDigits: Number(decimals) };
  return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol", ...digits });
});
