import { parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { listOfText, textOfList } from "../list-text.ts";
import { type CatalogColumn, catalogColumnNames, catalogColumns } from "./catalog-columns.ts";

/** A catalog as a spreadsheet: a column for each field of a catalog file, a row for each product. */

/** Bytes of one product: a quote that is never closed would otherwise take the rest of the file into memory. */
const largestRow = 4 * 1024 * 1024;

/** A product as catalog files write it. */
type CatalogRecord = Record<string, unknown>;

/** The first line, with the sign by which spreadsheets know how the file is written. */
export function csvHead() {
  return `\uFEFF${csvLines([catalogColumnNames])}`;
}

/** Some products as lines. */
export function csvOfRecords(records: CatalogRecord[]) {
  return csvLines(records.map((record) => catalogColumnNames.map((name) => cellOf(name, record[name]))));
}

function csvLines(rows: readonly (readonly unknown[])[]) {
  return stringify(rows as unknown[][], { record_delimiter: "\r\n", quoted_string: true });
}

function cellOf(name: CatalogColumn, value: unknown) {
  if (value === null || value === undefined) return "";
  if (catalogColumns[name] === "number" || catalogColumns[name] === "optionalNumber") return value;
  return escapeFormula(catalogColumns[name] === "list" ? textOfList(value as string[], ",") : String(value));
}

/** The signs by which spreadsheets know a formula, and those that they take for them. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text that no spreadsheet takes for a formula. An apostrophe says so, and those that stood there before count as text. */
function escapeFormula(text: string) {
  return formula.test(text) ? `'${text}` : text;
}

function unescapeFormula(text: string) {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/** A parsed row, with the parser's counts so far. */
export interface CsvRow {
  record: Record<string, string>;
  info: { empty_lines: number };
}

/** How many line ends a row has in its cells. */
export function countLineEnds(record: CsvRow["record"]) {
  return Object.values(record).reduce((count, cell) => count + cell.split("\n").length - 1, 0);
}

/** What reads a CSV's rows, as `CsvRow`s. @param head its first line: spreadsheets of some countries write semicolons, and some write tabs */
export function csvRows(head: string) {
  const delimiter = [",", ";", "\t"].find((sign) => head.split(sign).length >= catalogColumnNames.length / 2) ?? ",";
  return parse({
    bom: true,
    columns: (row: string[]) => row.map((name) => name.trim()),
    delimiter,
    info: true,
    max_record_size: largestRow,
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
  });
}

/** A row as a catalog file's product. A column that isn't there is a field that isn't there. */
export function recordOfRow(row: Record<string, string>): CatalogRecord {
  const values = catalogColumnNames.map((name) => [name, readCell(name, row[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readCell(name: CatalogColumn, cell: string | undefined) {
  if (cell === undefined) return undefined;
  if (catalogColumns[name] === "number") return numberOf(cell.trim());
  if (catalogColumns[name] === "optionalNumber") return numberOf(cell.trim()) ?? null;
  const text = unescapeFormula(cell);
  return catalogColumns[name] === "list" ? listOfText(text, ",") : text;
}

/** What isn't a number is left to the catalog's rules, which refuse it. */
function numberOf(text: string) {
  if (text === "") return undefined;
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}
