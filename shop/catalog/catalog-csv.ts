import { parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { listOfText, textOfList } from "./list-text.ts";

/** A catalog as a spreadsheet: a column for each field of a catalog file, a row for each product. */

/** The columns, in the order in which they are written, and what each holds. */
const columns = {
  id: "text",
  title: "text",
  description: "text",
  category: "text",
  brand: "text",
  price: "number",
  discountPercentage: "number",
  rating: "number",
  stock: "number",
  availabilityStatus: "text",
  minimumOrderQuantity: "number",
  tags: "list",
  thumbnail: "text",
  images: "list",
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

/** Bytes of one product: a quote that is never closed would otherwise take the rest of the file into memory. */
const largestRow = 4 * 1024 * 1024;

/** A product as catalog files write it. */
type CatalogRecord = Record<string, unknown>;

/** The first line, with the sign by which spreadsheets know how the file is written. */
export function csvHead() {
  return `\uFEFF${csvLines([names])}`;
}

/** Some products as lines. */
export function csvOfRecords(records: CatalogRecord[]) {
  return csvLines(records.map((record) => names.map((name) => cellOf(name, record[name]))));
}

function csvLines(rows: readonly (readonly unknown[])[]) {
  return stringify(rows as unknown[][], { record_delimiter: "\r\n", quoted_string: true });
}

function cellOf(name: keyof typeof columns, value: unknown) {
  if (value === null || value === undefined) return "";
  if (columns[name] === "number") return value;
  return harmless(columns[name] === "list" ? textOfList(value as string[], ",") : String(value));
}

/** The signs by which spreadsheets know a formula, and those that they take for them. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text that no spreadsheet takes for a formula. An apostrophe says so, and those that stood there before count as text. */
function harmless(text: string) {
  return formula.test(text) ? `'${text}` : text;
}

function asItWas(text: string) {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/** What reads a CSV's rows. @param head its first line: spreadsheets of some countries write semicolons, and some write tabs */
export function csvRows(head: string) {
  const delimiter = [",", ";", "\t"].find((sign) => head.split(sign).length >= names.length / 2) ?? ",";
  return parse({
    bom: true,
    columns: (row: string[]) => row.map((name) => name.trim()),
    delimiter,
    max_record_size: largestRow,
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
  });
}

/** A row as a catalog file's product. A column that isn't there is a field that isn't there. */
export function recordOfRow(row: Record<string, string>): CatalogRecord {
  const values = names.map((name) => [name, readCell(name, row[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readCell(name: keyof typeof columns, cell: string | undefined) {
  if (cell === undefined) return undefined;
  if (columns[name] === "number") return numberOf(cell.trim());
  const text = asItWas(cell);
  return columns[name] === "list" ? listOfText(text, ",") : text;
}

/** What isn't a number is left to the catalog's rules, which refuse it. */
function numberOf(text: string) {
  if (text === "") return undefined;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}
