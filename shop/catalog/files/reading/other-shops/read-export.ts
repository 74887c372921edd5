import type { ReadBytes } from "../../../../files/read-bytes.ts";
import { readRows, TableError, type TableFormat } from "../../../../files/read-table.ts";
import { cleanText } from "../../../../text/clean-text.ts";
import { type Currency, scaleOf } from "../../../../values/currencies.ts";
import { type DecimalMark, decimalMarkIn, readNumber } from "../../../../values/read-number.ts";
import { amountMarkIn } from "../../../../values/typed-amount.ts";
import type { ReadRecord } from "../catalog-entry.ts";
import { CatalogFileError } from "../catalog-file-error.ts";
import type { FileNotebook } from "../file-notes.ts";
import type { KnownIds } from "../known-ids.ts";
import { ExportIds } from "./export-ids.ts";
import { ExportNotebook } from "./export-notes.ts";
import { withZero } from "./export-values.ts";
import { recordsOfProduct } from "./records-of-product.ts";
import type { ExportColumn, ExportReading, ExportRow, ShopFormat } from "./shop-format.ts";
import { normalizeHead } from "./shop-formats.ts";

/** Of a product. Other shops allow up to 2,048. */
const mostVariants = 2500;
/** Of all descriptions and addresses of pictures, which each variant repeats: the file itself may be far smaller. */
const mostCharacters = 2_000_000_000;
const tooLarge =
  "The descriptions and pictures of this file, repeated for each variant, take more than 2 GB. Split it into several files";

interface Export {
  read: ReadBytes;
  table: TableFormat;
  format: ShopFormat;
  /** The format's names of the columns by the file's. */
  keys: Map<string, ExportColumn & { key: string }>;
}

interface Reader {
  /** The shop's. */
  currency: Currency;
  notebook: FileNotebook;
  knownIds: KnownIds;
  /** Reads the file, and tells how much is read. */
  readCounted: ReadBytes;
}

/**
 * The products of another shop's export, in the order of their first rows. The file is read twice: first to find which rows belong together, however
 * far apart they are, and then product by product. Rows of products that aren't whole yet wait in memory.
 *
 * @throws TableError, CatalogFileError
 */
export async function* readExport(
  read: ReadBytes,
  table: TableFormat,
  format: ShopFormat,
  { notebook, knownIds, readCounted, currency }: Reader,
): AsyncGenerator<ReadRecord & { csv: NonNullable<ReadRecord["csv"]> }> {
  refuseWithoutProducts(table, format);
  const file: Export = { read, table, format, keys: columnsOf(table, format) };
  const notes = new ExportNotebook(
    format.name,
    Array.from(file.keys, ([column, known]) => ({
      ...known,
      column: table.written[table.columns.indexOf(column)] ?? column,
    })),
  );
  notebook.export = notes;
  const survey = await surveyRows(file, notes);
  const reading = readingOf(file, notes, { ...survey.marks, notebook, currency });
  await knownIds.lookUp([...survey.handles]);
  const ids = new ExportIds(knownIds, survey.handles);
  let size = 0;
  for await (const { rows, problem } of productsIn({ ...file, read: readCounted }, survey)) {
    if (problem) {
      yield { record: {}, csv: placeOf(problem.line), problem: problem.text };
      continue;
    }
    const product = format.readProduct(rows, reading);
    if (!product) continue;
    notes.products += 1;
    if (product.variants.length > mostVariants) {
      const [{ line } = { line: 0 }] = rows;
      yield { record: { title: product.title }, csv: placeOf(line), problem: "it has more than 2,500 variants" };
      continue;
    }
    const variants = await recordsOfProduct(product, ids, reading);
    if (variants[0]) notes.oldAddresses.note(product, variants[0].record.id);
    for (const { line, record, problem } of variants) {
      notes.variants += 1;
      size += sizeOf(record);
      if (size > mostCharacters) throw new CatalogFileError(tooLarge);
      yield { record, csv: placeOf(line), isExport: true, ...(problem && { problem }) };
    }
  }
}

/** @throws CatalogFileError */
function refuseWithoutProducts({ columns }: TableFormat, { refused = [] }: ShopFormat) {
  const heads = new Set(columns.map(normalizeHead));
  const found = refused.find(({ signs, lacks }) => signs.every((sign) => heads.has(sign)) && !heads.has(lacks));
  if (found) throw new CatalogFileError(found.why);
}

function sizeOf({ description, images }: Record<string, unknown>) {
  const addresses = Array.isArray(images) ? images.join("") : "";
  return String(description ?? "").length + addresses.length;
}

function placeOf(line: number) {
  return { line, columns: [], missing: [] };
}

/** @throws TableError for a column that is there twice */
function columnsOf({ columns }: TableFormat, { columns: known, numberedColumn }: ShopFormat) {
  const byHead = new Map(
    Object.entries(known).flatMap(([key, column]) => column.heads.map((head) => [head, { key, ...column }] as const)),
  );
  const found = columns.flatMap((written) => {
    const head = normalizeHead(written);
    const column = byHead.get(head) ?? numberedColumn?.(head);
    return column ? [[written, column] as const] : [];
  });
  const twice = columns.find(
    (written, index) => columns.indexOf(written) < index && found.some(([name]) => name === written),
  );
  if (twice) throw new TableError(`it has the column ${twice} twice`);
  const keys = new Set<string>();
  // Of two columns with the same meaning, such as "Price" and "Variant Price", the first counts.
  return new Map(found.filter(([, { key }]) => !keys.has(key) && keys.add(key)));
}

interface Survey {
  /** The product of each row, by its name. */
  products: string[];
  /** The index of each product's last row. */
  last: Map<string, number>;
  handles: Set<string>;
  marks: FileMarks;
}

interface FileMarks {
  /** What marks decimals, where the file's numbers or its system tell. */
  known: DecimalMark | undefined;
  /** What probably does, by the file's separator. */
  likely: DecimalMark;
}

/** Finds out which rows belong together, and what marks decimals. */
async function surveyRows(file: Export, notes: ExportNotebook): Promise<Survey> {
  const { format, table } = file;
  const own = new Map<string, string>();
  const wanted: string[] = [];
  const handles = new Set<string>();
  const marks = new Set<DecimalMark>();
  const unused = table.columns.flatMap((column, index) =>
    file.keys.has(column) ? [] : [[column, table.written[index] ?? column] as const],
  );
  for await (const { row, cells, problem } of rowsOf(file)) {
    if (problem) {
      wanted.push(`line:${row.line}`);
      continue;
    }
    const { names, parent } = format.placeOf(row, wanted.at(-1));
    const [name = ""] = names;
    for (const other of parent ? [] : names) if (!own.has(other)) own.set(other, own.get(name) ?? name);
    wanted.push(parent ?? name);
    const handle = parent ? "" : format.handleOf(row);
    if (handle !== "") handles.add(handle);
    for (const [column, written] of unused) if (cleanText(cells[column] ?? "") !== "") notes.noteUnused(written);
    for (const amount of format.amounts) {
      const mark = decimalMarkIn(cleanText(row.cells[amount] ?? ""));
      if (mark && mark !== "ambiguous") marks.add(mark);
    }
  }
  const products = wanted.map((name) => own.get(name) ?? name);
  const last = new Map(products.map((name, index) => [name, index]));
  const known = marks.size === 1 ? [...marks][0] : format.decimalMark;
  return { products, last, handles, marks: { known, likely: table.delimiter === "," ? "." : "," } };
}

interface FoundProduct {
  rows: ExportRow[];
  /** What is wrong with one of the rows. */
  problem?: { line: number; text: string };
}

async function* productsIn(file: Export, { products, last }: Survey): AsyncGenerator<FoundProduct> {
  const waiting = new Map<string, FoundProduct & { isWhole: boolean }>();
  let index = 0;
  for await (const { row, problem } of rowsOf(file)) {
    const name = products[index] ?? "";
    const product = waiting.get(name) ?? { rows: [], isWhole: false };
    waiting.set(name, product);
    if (problem) product.problem = { line: row.line, text: problem };
    else product.rows.push(row);
    product.isWhole = last.get(name) === index;
    index += 1;
    for (const [first, found] of waiting) {
      if (!found.isWhole) break;
      waiting.delete(first);
      yield found;
    }
  }
}

async function* rowsOf({ read, table, keys }: Export) {
  for await (const { line, cells, problem } of readRows(read, table)) {
    const known = Array.from(keys, ([column, { key }]) => [key, cells[column] ?? ""]);
    yield { row: { line, cells: Object.fromEntries(known) } satisfies ExportRow, cells, problem };
  }
}

interface Numbers extends FileMarks {
  notebook: FileNotebook;
  /** The shop's. */
  currency: Currency;
}

function readingOf(
  { keys }: Export,
  notes: ExportNotebook,
  { known, likely, notebook, currency }: Numbers,
): ExportReading {
  const found = new Set(Array.from(keys.values(), ({ key }) => key));
  const scale = scaleOf(currency);
  // An amount that could be two stays a text, which is refused.
  const numberIn = (cell: string, mark: DecimalMark | undefined) => {
    const number = readNumber(withZero(cell), mark);
    return typeof number === "number" ? number : cell;
  };
  // Other shops compute prices with more decimals than anybody pays.
  const rounded = (amount: number) => Math.round(amount * scale) / scale;
  return {
    has: (column) => found.has(column),
    amount: (cell) => {
      const amount = numberIn(cell, known ?? amountMarkIn(cell, currency));
      return typeof amount === "number" ? rounded(amount) : amount;
    },
    rounded,
    pieces: (cell) => {
      const number = numberIn(cell, known ?? likely);
      return typeof number === "number" ? Math.floor(number) : number;
    },
    leaveOut: (reason) => notes.leaveOut(reason),
    note: (sentence) => notes.note(sentence),
    warn: (line, doubt) => notebook.warn(`line ${line}: ${doubt}`),
  };
}
