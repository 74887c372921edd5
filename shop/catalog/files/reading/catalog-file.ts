import { createReadStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { JsonEncodingError } from "../../../files/decode-json.ts";
import { JsonBoundsError } from "../../../files/json-bounds.ts";
import { counted } from "../../../files/read-bytes.ts";
import { TableError } from "../../../files/read-table.ts";
import { detectEncoding } from "../../../files/text-encoding.ts";
import { safeParse } from "../../../forms/validate.ts";
import { type Currency, defaultCurrency } from "../../../values/currencies.ts";
import { missing } from "../../fields/field-rules.ts";
import type { ImportedProduct } from "../../fields/product-row.ts";
import { catalogRecordSchema, catalogRowSchema, partialRecordSchema } from "../../products/catalog-record.ts";
import { isSpreadsheetName } from "./catalog-columns.ts";
import type { CatalogEntry, CsvPlace, ReadRecord } from "./catalog-entry.ts";
import { CatalogFileError, unreadableFile } from "./catalog-file-error.ts";
import { checkText } from "./check-text.ts";
import { checkRecord, clearRecord } from "./doubtful-values.ts";
import { FileNotebook } from "./file-notes.ts";
import { FileProducts } from "./file-products.ts";
import { KnownIds } from "./known-ids.ts";
import { lookAhead } from "./look-ahead.ts";
import { isMoveInName, readMoveIn } from "./other-shops/move-in-file.ts";
import { readCsvRecords } from "./read-csv-records.ts";
import { readJsonRecords } from "./read-json-records.ts";
import { SimilarIds } from "./similar-ids.ts";

/** So many of a file's products are named with what is wrong with them. */
const problemsTold = 20;

export interface ReadOptions {
  /** Where to keep what has to be remembered of the whole file. */
  scratch: DatabaseSync;
  /** Gets the products, also those that aren't right. */
  products?: FileProducts;
  /** Gets the number of bytes read so far. */
  onRead?: (bytes: number) => void;
  /** The encoding of a spreadsheet, where an owner chose it. */
  encoding?: string | undefined;
  /** Gets what an owner should know of the file. */
  notebook?: FileNotebook;
  /** The shop's ids, among which the file's are looked up. */
  knownIds?: KnownIds;
  /** The shop's: amounts have its decimals. */
  currency?: Currency;
}

/**
 * Reads a catalog file product by product, whatever its size: a JSON list of products, or `{"products": […]}`; or, where its name ends so,
 * a CSV with a column for each field, or only the id and the columns to change. From the first product on that isn't one, the rest is only checked.
 * See docs/decisions/0014.
 *
 * @throws CatalogFileError at the end, with all products that aren't right
 */
export async function* readCatalogFile(file: string, options: ReadOptions): AsyncGenerator<CatalogEntry> {
  const { scratch, products = new FileProducts(scratch), notebook = new FileNotebook() } = options;
  const { knownIds = new KnownIds(), currency = defaultCurrency } = options;
  const similarIds = new SimilarIds(knownIds, notebook, scratch);
  const problems: string[] = [];
  const faults: string[] = [];
  let others = 0;
  let number = 0;
  const note = (problem: string, allOfIt = problem) => {
    if (problems.length < problemsTold) {
      problems.push(problem);
      faults.push(allOfIt);
    } else others += 1;
  };
  try {
    for await (const { record: written, csv, guesses, isExport, isDraft = false, problem } of readRecords(
      file,
      { ...options, knownIds, currency },
      notebook,
    )) {
      number += 1;
      const name = () => nameOf(written, number, csv?.line);
      const warn = (doubt: string) => notebook.warn(`${name()}: ${doubt}`);
      const record = isExport
        ? checkRecord(written, { warn })
        : clearRecord(written, { warn, noteHtml: () => notebook.noteHtml(name()) });
      guesses?.forEach(warn);
      const { product, found } = problem
        ? { found: [problem] }
        : parseRecord(record, (isExport ? partialRecordSchema : schemaFor(csv))(currency));
      if (!product) {
        note(`${name()}: ${found[0]}`, `${name()}: ${found.join("; ")}`);
        continue;
      }
      const id = await knownIds.find(product.id);
      const { address, group } = product;
      if (!products.add({ id, line: csv?.line, address, saysGroup: group !== undefined, isDraft }))
        note(`${name()}: duplicate id, already used by an earlier product`);
      if (!(await knownIds.has(id))) await similarIds.note(id, name());
      if (problems.length === 0) yield { product: { ...product, id }, csv, ...(isDraft && { isDraft }) };
    }
  } catch (error) {
    if (!isFault(error)) throw error;
    const what = isSpreadsheetName(file) ? "CSV" : "JSON";
    note(`${file} isn't a valid ${what} product list: ${error.message}`);
  }
  const [first] = problems;
  if (first) throw new CatalogFileError(first, { problems, faults, others });
  if (products.count === 0) throw new CatalogFileError(`${file} contains no products`);
  await similarIds.compare();
}

/** Whether an error is about what the file holds, and not about reading it. */
function isFault(error: unknown): error is Error {
  return [TableError, JsonEncodingError, JsonBoundsError, SyntaxError].some((Fault) => error instanceof Fault);
}

async function* readRecords(
  file: string,
  { onRead, encoding: chosen, scratch, knownIds, currency }: ReadOptions & { knownIds: KnownIds; currency: Currency },
  notebook: FileNotebook,
): AsyncGenerator<ReadRecord> {
  const read = () => bytesOf(file);
  await checkText(read);
  if (isMoveInName(file)) {
    const readCounted = onRead ? counted(read, onRead) : read;
    return yield* readMoveIn(read, { readCounted, notebook, knownIds, scratch });
  }
  if (!isSpreadsheetName(file)) return yield* lookAhead(readJsonRecords(read, onRead), knownIds);
  const encoding = await detectEncoding(read, chosen);
  if (encoding.isGuess || chosen) notebook.encoding = encoding;
  yield* readCsvRecords(read, { encoding, onRead, notebook, scratch, knownIds, currency });
}

/** @throws CatalogFileError if the file can't be read */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw unreadableFile(file, error as Error);
  }
}

/** @returns the product, or the first fault of each field that has one */
function parseRecord(
  record: unknown,
  schema: ReturnType<ReturnType<typeof schemaFor>>,
): { product: ImportedProduct; found?: undefined } | { product?: undefined; found: string[] } {
  const result = safeParse(schema, record);
  if (result.success) return { product: result.output };
  const ofFields = Map.groupBy(result.issues, ({ path }) => path?.[0]?.key);
  return { found: Array.from(ofFields.values(), ([first]) => inWords(first as v.BaseIssue<unknown>)) };
}

function schemaFor(csv: CsvPlace | undefined) {
  if (!csv) return catalogRecordSchema;
  return csv.missing.length > 0 ? partialRecordSchema : catalogRowSchema;
}

function inWords(issue: v.BaseIssue<unknown>) {
  const field = v.getDotPath(issue);
  // Of what is empty it would say that it is 0 characters long.
  const showsReceived =
    field && issue.received !== "undefined" && issue.type !== "non_empty" && issue.message !== missing;
  return `${field ? `${field} ` : ""}${issue.message}${showsReceived ? `, but got ${issue.received}` : ""}`;
}

/** How messages name a product: `Product 2 (line 3, id "tea", "Green Tea")`. */
export function nameOf(record: unknown, number: number, line?: number) {
  const { id, title } = (record ?? {}) as Record<string, unknown>;
  const names = [
    line !== undefined && `line ${line}`,
    id !== undefined && `id ${JSON.stringify(id)}`,
    typeof title === "string" && JSON.stringify(title),
  ].filter(Boolean);
  return names.length ? `Product ${number} (${names.join(", ")})` : `Product ${number}`;
}
