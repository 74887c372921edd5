import { defaultLocale, type Formats } from "#shop/values/locale.ts";
import { plainNumber, typedNumber } from "#shop/values/typed-numbers.ts";
import { marksIn, writeNumber } from "#shop/values/written-numbers.ts";

/**
 * What people typed into fields for numbers with decimals, as the shop's rules read it: with a point. Other fields stay.
 *
 * @param names of these fields (`decimalsIn`); those of a table end in their row's number
 */
export function plainDecimals(
  typed: Record<string, string>,
  names: readonly string[],
  formats: Formats,
): Record<string, string> {
  const fields = Object.entries(typed).map(([name, text]) => [
    name,
    names.includes(name.replace(/-\d+$/, "")) ? plainNumber(text, formats) : text,
  ]);
  return Object.fromEntries(fields);
}

/** A message or hint about such a field: its examples have the locale's mark. */
export function withTypedNumbers(text: string, formats: Formats) {
  return text.replaceAll(/(?<![\d.,])\d+\.\d+(?![.,]?\d)/g, (number) => typedNumber(number, formats));
}

/** A field's message, which the shop's rules write in English: "Use at most 10,000 characters". */
export function withWrittenLimits(message: string, formats: Formats) {
  if (formats.locale === defaultLocale) return message;
  return message.replaceAll(/(?<=at most )\d{1,3}(?:,\d{3})+(?:\.\d+)?/g, (limit) =>
    writeNumber(limit.replaceAll(",", ""), marksIn(formats)),
  );
}
