import { defaultLocale, type Formats } from "./locale.ts";
import { decimalAmount } from "./money.ts";
import { marksIn } from "./written-numbers.ts";

/** A number with a point, such as a form's "12.50", as people who use the shop's locale type it: "12,50". Other texts stay. */
export function typedNumber(plain: string, formats: Formats) {
  if (formats.locale === defaultLocale || !/^-?\d+\.\d+$/.test(plain)) return plain;
  return plain.replace(".", marksIn(formats).decimal === "," ? "," : ".");
}

/** An amount as people type it: 490 → "4.90", "4,90", "490". */
export function typedAmount(cents: number, formats: Formats) {
  return typedNumber(decimalAmount(cents, formats.currency), formats);
}
