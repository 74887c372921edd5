import { parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { listOfText, textOfList } from "../list-text.ts";
import { type CatalogColumn, catalogColumnNames, catalogColumns } from "./catalog-columns.ts";
import { type DecimalMark, parseAmount, parseNumber, parseWhole } from "./csv-numbers.ts";

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
  if (typeof value === "number") return value;
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

const knownNames = new Map(catalogColumnNames.map((name) => [name.toLowerCase(), name]));

/** How a file is written: what separates its cells, how its numbers are written, and which of the catalog's columns it has. */
export interface CsvFormat {
  delimiter: string;
  mark: DecimalMark;
  columns: CatalogColumn[];
  /** The line with the columns' names, from 1. */
  headLine: number;
}

/** What Excel takes for the file's separator, in a line before all others. */
const separatorLine = /^"?sep=([^\w\s"]|\t)"?\s*$/i;

/** @param beginning of the file: spreadsheets of some countries write semicolons, and some write tabs */
export function detectFormat(beginning: string): CsvFormat {
  const [first = "", second = ""] = beginning.split(/\r?\n/, 2);
  const [, separator] = separatorLine.exec(first) ?? [];
  const [best] = (separator ? [separator] : [",", ";", "\t"])
    .map((delimiter) => ({ delimiter, columns: namesIn(separator ? second : first, delimiter) }))
    .toSorted((one, other) => other.columns.length - one.columns.length);
  const { delimiter, columns } = best as typeof best & {};
  return { delimiter, mark: delimiter === "," ? "." : ",", columns, headLine: separator ? 2 : 1 };
}

function namesIn(head: string, delimiter: string) {
  return head.split(delimiter).flatMap((cell) => knownNames.get(unquote(cell).toLowerCase()) ?? []);
}

function unquote(cell: string) {
  return cell
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
}

/** What reads a CSV's rows, as `CsvRow`s. */
export function csvRows({ delimiter, headLine }: CsvFormat) {
  return parse({
    columns: (row: string[]) => row.map((name) => knownNames.get(name.trim().toLowerCase()) ?? name.trim()),
    delimiter,
    from_line: headLine,
    info: true,
    max_record_size: largestRow,
    record_delimiter: ["\r\n", "\n"],
    skip_empty_lines: true,
  });
}

/** A row as a catalog file's product. A column that isn't there is a field that isn't there. */
export function recordOfRow(row: Record<string, string>, mark: DecimalMark): CatalogRecord {
  const values = catalogColumnNames.map((name) => [name, readCell(name, row[name], mark)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What isn't a number is left to the catalog's rules, which refuse it. An empty number, availability or picture isn't given. */
function readCell(name: CatalogColumn, cell: string | undefined, mark: DecimalMark) {
  if (cell === undefined) return undefined;
  const kind = catalogColumns[name];
  if (kind === "text") return unescapeFormula(cell);
  if (kind === "list") return listOfText(unescapeFormula(cell), ",");
  const text = cell.trim();
  if (text === "") return kind === "optionalAmount" ? null : undefined;
  if (kind === "filledText") return unescapeFormula(cell);
  if (kind === "number") return parseNumber(text, mark);
  return kind === "whole" ? parseWhole(text, mark) : parseAmount(text, mark);
}
