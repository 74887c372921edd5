import { type Currency, decimalsOf } from "./currencies.ts";
import { centsFromNumber } from "./money.ts";
import { type DecimalMark, readNumber } from "./read-number.ts";

/**
 * Parses a typed amount into cents, as people of any country write it: "12.50", "$12.5", "1 299,50", "kr 12", "12 NOK". "1,895" and "1.895"
 * could be two amounts and are refused, except where a currency has other decimals than hundredths: there a point marks decimals, and "1,895" is
 * refused only where there are at least three. "1,895.00" and "1895" are accepted. See docs/decisions/0060.
 *
 * @returns undefined for an invalid amount
 */
export function centsFromTypedAmount(text: string, currency: Currency) {
  // Currencies are known by their capitals.
  const typed = text.toUpperCase();
  const isHundredths = decimalsOf(currency) === 2;
  const units = readNumber(typed, amountMarkIn(typed, currency));
  if (typeof units !== "number" || /\dE/.test(typed)) return undefined;
  if (isHundredths && /^[^.,]*[.,]\d{3,}[^.,\d]*$/.test(typed)) return undefined;
  return centsFromNumber(units, currency);
}

/**
 * What marks the decimals of an amount of which nothing else is known. "1.250" is a dinar and a quarter, because forms and files of the shop write a
 * point, but "1,250" could also be a thousand; yen have no decimals, so there a comma marks thousands. See docs/decisions/0319.
 */
export function amountMarkIn(text: string, currency: Currency): DecimalMark | undefined {
  const decimals = decimalsOf(currency);
  return decimals === 0 || (decimals > 2 && !text.includes(",")) ? "." : undefined;
}
