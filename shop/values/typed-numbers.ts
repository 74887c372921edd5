import { defaultLocale, type Formats } from "./locale.ts";
import { decimalAmount } from "./money.ts";
import { marksIn } from "./written-numbers.ts";

/** The longest number that anyone writes has fewer characters; limits come before patterns. */
const longest = 60;

/** A number with a point, such as a form's "12.50", as people who use the shop's locale type it: "12,50". Other texts stay. */
export function typedNumber(plain: string, formats: Formats) {
  if (formats.locale === defaultLocale || plain.length > longest || !/^-?\d+\.\d+$/.test(plain)) return plain;
  return plain.replace(".", decimalMarkOf(formats));
}

/** An amount as people type it: 490 → "4.90", "4,90", "490". */
export function typedAmount(cents: number, formats: Formats) {
  return typedNumber(decimalAmount(cents, formats.currency), formats);
}

/** The sign that people type: some keyboards have no other than these. */
export function decimalMarkOf(formats: Formats) {
  return formats.locale === defaultLocale || marksIn(formats).decimal === "." ? "." : ",";
}

/**
 * A number that was typed or copied where the shop's locale is used, with a point and without thousands: "1.895" under a comma locale is "1895",
 * and "12,50" and "12.50" are "12.50". What it can't read stays as it was typed, for the rules of its field. See docs/decisions/0305.
 */
export function plainNumber(typed: string, formats: Formats) {
  if (formats.locale === defaultLocale || typed.length > longest) return typed;
  const marks = marksIn(formats);
  const bare = withoutSymbol(asciiDigits(typed, marks.digits), marks.price).replaceAll(/[\u200e\u200f\u061c]/g, "");
  const [group, mark] = [marks.group, decimalMarkOf(formats)];
  const text = bare
    .replaceAll("\u066b", ",")
    .replaceAll("\u066c", group)
    .replaceAll(/\s/g, " ")
    .replace("−", "-")
    .trim();
  // Where decimals have a comma, a point marks thousands in every country; apostrophes are typed straight.
  const between = `[ ${/\s/.test(group) ? "" : group}${mark === "," ? "." : "'’"}]`;
  const grouped = new RegExp(`^-?\\d{1,3}(?:${between}\\d{2,3})*${between}\\d{3}(?:[${mark}]\\d+)?$`);
  if (grouped.test(text)) return text.replaceAll(new RegExp(between, "g"), "").replace(mark, ".");
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? text.replace(",", ".") : typed;
}

function withoutSymbol(text: string, affixes: [string, string]) {
  return affixes.reduce((rest, affix) => rest.replace(affix.trim(), ""), text);
}

function asciiDigits(text: string, digits = "") {
  const own = [...digits];
  return own.length === 0 ? text : [...text].map((sign) => (own.includes(sign) ? own.indexOf(sign) : sign)).join("");
}
