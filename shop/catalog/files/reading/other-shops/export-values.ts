import { decodeHTML } from "entities";
import { cleanText } from "../../../../text/clean-text.ts";
import { readDecimal } from "../../../../values/read-number.ts";
import type { OtherPicture } from "./other-product.ts";
import type { ExportReading, ExportRow } from "./shop-format.ts";

/** A cell's text; "" for a column that the file lacks. */
export function cellOf({ cells }: ExportRow, column: string) {
  return cleanText(cells[column] ?? "");
}

/** A text that pages show, without the apostrophe before what spreadsheets take for a formula, and without entities: "Men &amp; Women". */
export function textOf(row: ExportRow, column: string) {
  const text = cellOf(row, column).replace(/^'(?=[=+\-@\d])/, "");
  return text.includes("&") ? decodeHTML(text) : text;
}

/** A text that may be empty, or that the file lacks altogether. */
export function optionalText(row: ExportRow, column: string, { has }: ExportReading) {
  return has(column) ? textOf(row, column) || null : undefined;
}

export function isYes(text: string) {
  return /^(1|true|yes|y|on)$/i.test(text);
}

export function isNo(text: string) {
  return /^(0|-1|false|no|n|off)$/i.test(text);
}

/** The cell's items: "red, blue". Backslashes keep commas. */
export function listIn(text: string, separator = ",") {
  if (!text.includes(separator)) return text === "" ? [] : [text];
  const items = text.split(separator === "," ? /(?<!\\),/ : separator);
  return items.map((item) => item.replaceAll("\\,", ",").trim()).filter((item) => item !== "");
}

/** A barcode, if it is one. Shops write others there, too, and spreadsheets shorten them. */
export function readGtin(row: ExportRow, column: string, reading: ExportReading) {
  const text = optionalText(row, column, reading);
  if (!text) return text;
  const digits = text.replaceAll(/[\s-]/g, "");
  if (/^(\d{8}|\d{12,14})$/.test(digits)) return digits;
  reading.note("no barcode, because it isn't a GTIN of 8, 12, 13 or 14 digits");
  return null;
}

const gramsPer: Record<string, number> = { g: 1, kg: 1000, lb: 453.59237, oz: 28.349523125 };

/** A weight in grams; null for none or nothing. Exports write weights with a point whatever the country. @param unit such as "kg" or "lbs" */
export function readWeight(text: string, unit: string, { note }: Pick<ExportReading, "note">) {
  if (text === "") return null;
  const number = readDecimal(withZero(text));
  const grams = gramsPer[unit.toLowerCase().replace(/s$/, "")];
  if (number !== undefined && grams !== undefined) return Math.max(0, Math.round(number * grams * 1000) / 1000) || null;
  note("no weight, because it isn't a number");
  return null;
}

/** ".5" → "0.5" */
export function withZero(text: string) {
  return text.replace(/^(-?)(?=[.,]\d)/, "$10");
}

/** Addresses of pictures. `//host/…` is another site's, too. */
export function picturesOf(addresses: string[], alts: string[] = []): OtherPicture[] {
  return addresses.map((address, index) => ({ address: address.replace(/^\/\//, "https://"), alt: alts[index] ?? "" }));
}

/** "Clothing > Tees" → ["Clothing", "Tees"] */
export function pathOf(text: string, separator = ">") {
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

type Price = number | string | undefined;

/** A sale, unless its price isn't lower than the usual one. @param days when it starts and ends */
export function salePriceOf(
  cell: string,
  price: Price,
  { amount }: Pick<ExportReading, "amount">,
  days: [string, string] = ["", ""],
) {
  const salePrice = cell === "" ? null : amount(cell);
  const isNone =
    salePrice === null ||
    (typeof salePrice === "number" && (salePrice <= 0 || (typeof price === "number" && salePrice >= price)));
  if (isNone) return { salePrice: null, saleStarts: null, saleEnds: null };
  return { salePrice, saleStarts: momentIn(days[0]), saleEnds: momentIn(days[1], true) };
}

/** A day is meant with its end, where it is the last one. "0000-00-00" is none. */
function momentIn(cell: string, isEnd = false) {
  if (cell === "" || cell.startsWith("0000")) return null;
  return isEnd && /^\d{4}-\d\d-\d\d$/.test(cell) ? `${cell}T23:59:59Z` : cell;
}
