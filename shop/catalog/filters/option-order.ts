import { foldText } from "../../text/fold-text.ts";

const byText = new Intl.Collator("en", { numeric: true });

/** From the smallest to the largest: how each size may be written, after the letters of "XS" and "2XL". */
const sizeWords = ["extra small", "small", "medium", "large", "extra large"];

/** Compares the values of one option: sizes from small to large, numbers by their amount, and anything else by name. See docs/decisions/0222. */
export function compareOptionValues(one: string, other: string) {
  const [a, b] = [fold(one), fold(other)];
  const [size, otherSize] = [sizeOf(a), sizeOf(b)];
  if (size !== undefined && otherSize !== undefined && size !== otherSize) return size - otherSize;
  if ((size === undefined) !== (otherSize === undefined)) return size === undefined ? 1 : -1;
  return compareNumbers(a, b) || byText.compare(a, b) || compareTexts(one, other);
}

/** Whether a value is a size or begins with a number, so that shoppers expect it in an order. */
export function isMeasured(value: string) {
  const text = fold(value);
  return sizeOf(text) !== undefined || numberOf(text) !== undefined;
}

const fractions: Record<string, string> = { "¼": ".25", "½": ".5", "¾": ".75" };

/** "9½" would fold to "91⁄2". */
function fold(value: string) {
  return foldText(value.replace(/[¼½¾]/g, (sign) => fractions[sign] ?? "")).trim();
}

/** Medium is 0, each step from it a whole number; undefined for what isn't a size: "3XL" → 4, "xs" → -2. */
function sizeOf(text: string): number | undefined {
  const word = sizeWords.indexOf(text);
  if (word >= 0) return word - 2;
  const [, count, letters = "", size] = /^(\d{0,2})(x*)-?([sml])(?![\p{L}\p{N}])/u.exec(text) ?? [];
  if (size === undefined || (count && letters.length !== 1) || (letters && size === "m")) return undefined;
  const extra = count ? Number(count) : letters.length;
  if (size === "m") return 0;
  return size === "l" ? 1 + extra : -1 - extra;
}

/** Numbers come before other texts, by their amount. */
function compareNumbers(one: string, other: string) {
  const [a, b] = [numberOf(one), numberOf(other)];
  if (a === undefined && b === undefined) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a - b;
}

function numberOf(text: string) {
  const [number] = /^\d{1,12}(?:[.,]\d{1,6})?/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number.replace(",", "."));
}

function compareTexts(one: string, other: string) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
