import type { Formats } from "#shop/values/locale.ts";
import { plainNumber, typedNumber } from "#shop/values/typed-numbers.ts";

/** The names of the back office's fields for amounts, percentages and other numbers with decimals; those of a table end in their row's number. */
const decimalField =
  /^(?:price(?:-\d+)?|compareAtPrice|salePrice|freeFrom|value|minimum|amount|percent\d*|discount|weightGrams|contentAmount|unpaidAmount|iossMost|most)$/;

/** What people typed into such fields, as the shop's rules read it: with a point. Other fields stay. */
export function plainDecimals(typed: Record<string, string>, formats: Formats): Record<string, string> {
  const fields = Object.entries(typed).map(([name, text]) => [
    name,
    decimalField.test(name) ? plainNumber(text, formats) : text,
  ]);
  return Object.fromEntries(fields);
}

/** A message or hint about such a field: its examples have the locale's mark. */
export function withTypedNumbers(text: string, formats: Formats) {
  return text.replaceAll(/\d+\.\d+/g, (number) => typedNumber(number, formats));
}
