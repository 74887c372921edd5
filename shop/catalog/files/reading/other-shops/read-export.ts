import type { DatabaseSync } from "node:sqlite";
import { counted, type ReadBytes } from "../../../../files/read-bytes.ts";
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
import { ExportRows, type WrittenRow } from "./export-rows.ts";
import { withZero } from "./export-values.ts";
import { recordsOfProduct } from "./records-of-product.ts";
import type { ExportColumn, ExportReading, RowPlace, ShopFormat } from "./shop-format.ts";
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
  scratch: DatabaseSync;
  knownIds: KnownIds;
  /** Gets the number of bytes whose products are read. */
  onRead?: ((bytes: number) => void) | undefined;
}

/**
 * The products of another shop's export, in the order of their first rows. Its rows first wait on disk, to find which of them belong together, however
 * far apart they are.
 *
 * @throws TableError, CatalogFileError
 */
export async function* readExport(
  read: ReadBytes,
  table: TableFormat,
  format: ShopFormat,
  { notebook, scratch, knownIds, onRead, currency }: Reader,
): AsyncGenerator<ReadRecord & { csv: NonNullable<ReadRecord["csv"]> }> {
  refuseWithoutProducts(table, format);
  let bytes = 0;
  const readCounted = counted(read, (count) => {
    bytes = count;
  });
  const file: Export = { read: readCounted, table, format, keys: columnsOf(table, format) };
  const notes = new ExportNotebook(
    format.name,
    Array.from(file.keys, ([column, known]) => ({
      ...known,
      column: table.written[table.columns.indexOf(column)] ?? column,
    })),
  );
  notebook.export = notes;
  const ids = new ExportIds(knownIds, scratch);
  const all = new ExportRows(scratch);
  const marks = await surveyRows(file, notes, all, ids);
  const reading = readingOf(file, notes, { ...marks, notebook, currency });
  const lookAhead = async (share: number, rows: WrittenRow[]) => {
    onRead?.(bytes * share);
    await knownIds.lookUp(rows.flatMap((row) => (row.problem ? [] : format.handleOf(row) || [])));
  };
  let size = 0;
  for await (const rows of all.products(lookAhead)) {
    const wrong = rows.find(({ problem }) => problem);
    if (wrong) {
      yield { record: {}, csv: placeOf(wrong.line), problem: wrong.problem };
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
    if (product.isDraft) notes.noteDraft(product.title);
    // Nobody has seen the old shop's page of a draft.
    else if (variants[0]) notes.oldAddresses.note(product, variants[0].record.id);
    for (const { line, record, problem } of variants) {
      notes.variants += 1;
      size += sizeOf(record);
      if (size > mostCharacters) throw new CatalogFileError(tooLarge);
      yield { record, csv: placeOf(line), isExport: true, isDraft: product.isDraft, ...(problem && { problem }) };
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

interface FileMarks {
  /** What marks decimals, where the file's numbers or its system tell. */
  known: DecimalMark | undefined;
  /** What probably does, by the file's separator. */
  likely: DecimalMark;
}

/** Keeps a file's rows and the handles of its products, and finds out what marks decimals. */
async function surveyRows(file: Export, notes: ExportNotebook, rows: ExportRows, ids: ExportIds): Promise<FileMarks> {
  const { format, table } = file;
  const marks = new Set<DecimalMark>();
  const unused = table.columns.flatMap((column, index) =>
    file.keys.has(column) ? [] : [[column, table.written[index] ?? column] as const],
  );
  let previous: string | undefined;
  for await (const { row, cells } of rowsOf(file)) {
    const place: RowPlace = row.problem ? { names: [`line:${row.line}`] } : format.placeOf(row, previous);
    previous = rows.add(row, place);
    if (row.problem) continue;
    const handle = place.parent ? "" : format.handleOf(row);
    if (handle !== "") ids.reserve(handle);
    for (const [column, written] of unused) if (cleanText(cells[column] ?? "") !== "") notes.noteUnused(written);
    for (const amount of format.amounts) {
      const mark = decimalMarkIn(cleanText(row.cells[amount] ?? ""));
      if (mark && mark !== "ambiguous") marks.add(mark);
    }
  }
  const known = marks.size === 1 ? [...marks][0] : format.decimalMark;
  return { known, likely: table.delimiter === "," ? "." : "," };
}

async function* rowsOf({ read, table, keys }: Export) {
  for await (const { line, cells, problem } of readRows(read, table)) {
    const known = Array.from(keys, ([column, { key }]) => [key, cells[column] ?? ""]);
    yield { row: { line, cells: Object.fromEntries(known), problem } satisfies WrittenRow, cells };
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
    leaveOut: (reason, title) => notes.leaveOut(reason, title),
    note: (sentence) => notes.note(sentence),
    warn: (line, doubt) => notebook.warn(`line ${line}: ${doubt}`),
  };
}
