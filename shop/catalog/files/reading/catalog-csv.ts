import { jsonList, listOfText, textOfList } from "../../../files/list-text.ts";
import { type CsvSeparator, csvLines } from "../../../files/write-csv.ts";
import { splitPictures } from "../../../pictures/picture-list.ts";
import { cleanText } from "../../../text/clean-text.ts";
import type { Currency } from "../../../values/currencies.ts";
import { type DecimalMark, decimalMarkIn, readDecimal, readNumber } from "../../../values/read-number.ts";
import { amountMarkIn } from "../../../values/typed-amount.ts";
import type { FieldKind, ProductOptions } from "../../fields/field-kinds.ts";
import type { Field } from "../../fields/product-fields.ts";
import {
  catalogColumns,
  cellsOfOptions,
  csvColumnNames,
  optionColumnNames,
  optionsInCells,
} from "./catalog-columns.ts";

/** A catalog as a spreadsheet: a column for each field of a catalog file, a row for each product. */

/** A product as catalog files write it. */
type CatalogRecord = Record<string, unknown>;

/** The first line, with the sign by which spreadsheets know how the file is written. */
export function csvHead(separator?: CsvSeparator) {
  return `\uFEFF${csvLines([csvColumnNames], separator, quoting)}`;
}

/** Some products as lines. @param decimalMark a comma for spreadsheets in countries that write it */
export function csvOfRecords(records: CatalogRecord[], separator?: CsvSeparator, decimalMark: DecimalMark = ".") {
  const written = (cell: string | number) =>
    typeof cell === "number" && decimalMark === "," ? withComma(String(cell)) : cell;
  const rows = records.map((record) =>
    catalogColumns.flatMap((field) => cellsOf(field, record[field.name]).map(written)),
  );
  return csvLines(rows, separator, quoting);
}

/** With another zero, "1,2500" can't be read as thousands. */
function withComma(plain: string) {
  const text = plain.replace(".", ",");
  return decimalMarkIn(text) === "ambiguous" ? `${text}0` : text;
}

const quoting = { quoted_string: true };

/** A field's columns. */
export function columnsOf({ name, kind }: Field) {
  return kind === "options" ? optionColumnNames : [name];
}

/** A field's cells. @param value as catalog files write it */
export function cellsOf({ kind }: Field, value: unknown): (string | number)[] {
  if (kind === "options") return cellsOfOptions(value as ProductOptions | null | undefined).map(escapeFormula);
  if (value === null || value === undefined) return [""];
  if (typeof value === "number") return [value];
  if (!Array.isArray(value)) return [escapeFormula(String(value))];
  return [escapeFormula(kind === "lines" ? value.join("\n") : textOfList(value, ","))];
}

/** The signs by which spreadsheets know a formula, and those that they take for them. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** A text that no spreadsheet takes for a formula. An apostrophe says so, and those that stood there before count as text. See docs/decisions/0100. */
function escapeFormula(text: string) {
  return formula.test(text) ? `'${text}` : text;
}

function unescapeFormula(text: string) {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/** What a file's numbers are read by. */
export interface NumberMarks {
  /** What marks decimals, where the file's own numbers tell. */
  known: DecimalMark | undefined;
  /** What probably does, by the file's separator. */
  likely: DecimalMark;
  /** The shop's: its decimals tell what some amounts are. */
  currency: Currency;
}

/** A row as a catalog file's product. A column that isn't there is a field that isn't there. @param warn gets what was guessed */
export function recordOfRow(
  cells: Record<string, string>,
  marks: NumberMarks,
  warn: (guess: string) => void,
): CatalogRecord {
  const values = catalogColumns.map((field) => [
    field.name,
    field.kind === "options" ? readOptions(cells) : readCell(field, cells[field.name], { ...marks, warn }),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readOptions(cells: Record<string, string>) {
  return optionsInCells((column) => cells[column] && cleanText(unescapeFormula(cells[column])));
}

/** What isn't a number is left to the catalog's rules, which refuse it. An empty number, availability or picture isn't given. */
function readCell(field: Field, cell: string | undefined, marks: CellMarks) {
  if (cell === undefined) return undefined;
  const { kind, initial } = field;
  const text = cleanText(cell);
  if (text === "" && initial === null) return null;
  if (kind === "text" || kind === "slug") return unescapeFormula(cell);
  if (kind === "words") return listOfText(unescapeFormula(cell), ",");
  if (kind === "lines") return unescapeFormula(cell).split("\n");
  if (kind === "pictures") return jsonList(cell) ?? splitPictures(unescapeFormula(cell));
  if (text === "") return undefined;
  return numberKinds.includes(kind) ? readNumberCell(field, text, marks) : unescapeFormula(cell);
}

interface CellMarks extends NumberMarks {
  warn: (guess: string) => void;
}

function readNumberCell({ name, kind }: Field, text: string, { known, likely, currency, warn }: CellMarks) {
  if (kind === "number") return numberOr(text, readDecimal(text));
  const number = readNumber(text, known ?? (kind === "amount" ? amountMarkIn(text, currency) : undefined));
  if (number !== "ambiguous" || kind !== "whole") return numberOr(text, number);
  const guess = readNumber(text, likely);
  if (typeof guess !== "number" || !Number.isSafeInteger(guess)) return text;
  warn(`${name} “${text}” is read as ${guess}`);
  return guess;
}

function numberOr(text: string, number: number | "ambiguous" | undefined) {
  return typeof number === "number" ? number : text;
}

/** What marks decimals in a row's numbers: none, one, or both. */
export function decimalMarksOf(cells: Record<string, string>) {
  return numberFields.flatMap(({ name }) => decimalMarkIn(cleanText(cells[name] ?? "")) ?? []);
}

const numberKinds: FieldKind[] = ["amount", "number", "whole"];
const numberFields = catalogColumns.filter(({ kind }) => numberKinds.includes(kind));
