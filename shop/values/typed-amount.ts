import { type Currency, decimalsOf } from "./currencies.ts";
import { centsFromNumber } from "./money.ts";
import { readNumber } from "./read-number.ts";

/**
 * Parses a typed amount into cents, as people of any country write it: "12.50", "$12.5", "1 299,50", "kr 12", "12 NOK". "1,895" and "1.895"
 * could be two amounts and are refused, except where a currency has other decimals than hundredths: there a point marks decimals.
 * "1,895.00" and "1895" are accepted. See docs/decisions/0060.
 *
 * @returns undefined for an invalid amount
 */
export function centsFromTypedAmount(text: string, currency: Currency) {
  // Currencies are known by their capitals.
  const typed = text.toUpperCase();
  const isHundredths = decimalsOf(currency) === 2;
  const units = readNumber(typed, isHundredths ? undefined : ".");
  if (typeof units !== "number" || /\dE/.test(typed)) return undefined;
  if (isHundredths && /^[^.,]*[.,]\d{3,}[^.,\d]*$/.test(typed)) return undefined;
  return centsFromNumber(units, currency);
}
