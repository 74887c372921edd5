import type { DatabaseSync } from "node:sqlite";
import { counted, type ReadBytes } from "../../../files/read-bytes.ts";
import { detectTable, readRows, type TableFormat } from "../../../files/read-table.ts";
import type { FileEncoding } from "../../../files/text-encoding.ts";
import type { Currency } from "../../../values/currencies.ts";
import type { DecimalMark } from "../../../values/read-number.ts";
import type { FieldName } from "../../fields/product-fields.ts";
import { columnNames, fieldsIn, requiredColumns } from "./catalog-columns.ts";
import { decimalMarksOf, type NumberMarks, recordOfRow } from "./catalog-csv.ts";
import type { ReadRecord } from "./catalog-entry.ts";
import type { FileNotebook } from "./file-notes.ts";
import type { KnownIds } from "./known-ids.ts";
import { lookAhead } from "./look-ahead.ts";
import { readExport } from "./other-shops/read-export.ts";
import { exportHeads, formatOf } from "./other-shops/shop-formats.ts";

const names = new Map([...exportHeads, ...columnNames]);
const ownNames = new Set(columnNames.values());

interface CsvReader {
  encoding: FileEncoding;
  onRead?: ((bytes: number) => void) | undefined;
  notebook: FileNotebook;
  scratch: DatabaseSync;
  knownIds: KnownIds;
  /** The shop's. */
  currency: Currency;
}

/** A spreadsheet's rows as products, whatever its encoding and separators, and whichever system wrote it. @throws TableError, CatalogFileError */
export async function* readCsvRecords(
  read: ReadBytes,
  { encoding, onRead, notebook, scratch, knownIds, currency }: CsvReader,
): AsyncGenerator<Required<Pick<ReadRecord, "record" | "csv">> & ReadRecord> {
  const format = await detectTable(read, encoding.name, names, ownNames);
  const other = formatOf(format.columns);
  if (other) return yield* readExport(read, format, other, { notebook, scratch, knownIds, onRead, currency });
  const readCounted = onRead ? counted(read, onRead) : read;
  yield* lookAhead(readOwnRecords(read, { format, readCounted, currency }), knownIds);
}

interface OwnTable {
  format: TableFormat;
  /** Reads the file, and tells how much is read. */
  readCounted: ReadBytes;
  currency: Currency;
}

/** The rows of a table that has the catalog's own columns. */
async function* readOwnRecords(
  read: ReadBytes,
  { format, readCounted, currency }: OwnTable,
): AsyncGenerator<Required<Pick<ReadRecord, "record" | "csv">> & ReadRecord> {
  const columns = fieldsIn(format.columns);
  const missing = missingColumns(columns);
  const marks: NumberMarks = { known: undefined, likely: format.delimiter === "," ? "." : ",", currency };
  let isMarkKnown = false;
  for await (const { line, cells, problem } of readRows(readCounted, format)) {
    if (!isMarkKnown && decimalMarksOf(cells).includes("ambiguous")) {
      marks.known = await findDecimalMark(read, format);
      isMarkKnown = true;
    }
    const guesses: string[] = [];
    const record = recordOfRow(cells, marks, (guess) => guesses.push(guess));
    yield { record, csv: { line, columns, missing }, guesses, ...(problem && { problem }) };
  }
}

function missingColumns(columns: FieldName[]) {
  const isPartial = columns.includes("id") && columns.length > 1;
  return isPartial ? requiredColumns.filter((name) => !columns.includes(name)) : [];
}

/** What marks decimals, if all numbers of the file that tell agree. */
async function findDecimalMark(read: ReadBytes, format: TableFormat): Promise<DecimalMark | undefined> {
  const found = new Set<DecimalMark>();
  for await (const { cells } of readRows(read, format)) {
    for (const mark of decimalMarksOf(cells)) if (mark !== "ambiguous") found.add(mark);
    if (found.size > 1) return undefined;
  }
  return [...found][0];
}
