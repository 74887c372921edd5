import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { parser } from "stream-json";
import pick from "stream-json/filters/pick.js";
import streamArray from "stream-json/streamers/stream-array.js";
import * as v from "valibot";
import { isSpreadsheetName } from "./catalog-columns.ts";
import type { CatalogEntry, CsvPlace, ReadRecord } from "./catalog-entry.ts";
import { CatalogFileError } from "./catalog-file-error.ts";
import { catalogRecordSchema, catalogRowSchema, type ImportedProduct, partialRecordSchema } from "./catalog-record.ts";
import { checkText } from "./check-text.ts";
import { readBeginning } from "./read-beginning.ts";
import { readCsvRecords } from "./read-csv-records.ts";

/** So many of a file's products are named with what is wrong with them. */
const problemsTold = 20;

/**
 * Reads a catalog file product by product, whatever its size: a JSON list of products, or `{"products": […]}`; or, where its name ends so,
 * a CSV with a column for each field, or only the id and the columns to change. From the first product on that isn't one, the rest is only checked.
 *
 * @param onRead gets the number of bytes read so far
 * @throws CatalogFileError at the end, with all products that aren't right
 */
export async function* readCatalogFile(file: string, onRead?: (bytes: number) => void): AsyncGenerator<CatalogEntry> {
  const ids = new Set<string>();
  const isCsv = isSpreadsheetName(file);
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
    await checkText(file);
    for await (const { record, csv } of isCsv ? readCsvRecords(file, onRead) : readJsonRecords(file, onRead)) {
      number += 1;
      const name = () => nameOf(record, number, csv?.line);
      const { product, found } = parseRecord(record, csv);
      if (found) note(`${name()}: ${found[0]}`, `${name()}: ${found.join("; ")}`);
      else if (ids.has(product.id)) note(`${name()}: duplicate id, already used by an earlier product`);
      else ids.add(product.id);
      if (product && problems.length === 0) yield { product, csv };
    }
  } catch (error) {
    if (error instanceof CatalogFileError) throw error;
    const what = isCsv ? "CSV" : "JSON";
    note(`${file} isn't a valid ${what} product list: ${(error as Error).message}`);
  }
  const [first] = problems;
  if (first) throw new CatalogFileError(first, { problems, faults, others });
  if (ids.size === 0) throw new CatalogFileError(`${file} contains no products`);
}

async function* readJsonRecords(file: string, onRead?: (bytes: number) => void): AsyncGenerator<ReadRecord> {
  const isList = new TextDecoder()
    .decode(await readBeginning(file))
    .trimStart()
    .startsWith("[");
  const bytes = createReadStream(file);
  if (onRead) bytes.on("data", () => onRead(bytes.bytesRead));
  const items = streamArray.asStream();
  const list = isList ? [] : [pick.asStream({ filter: "products" })];
  // An error of any stage reaches the loop below, which reads the last one.
  pipeline([bytes, parser.asStream(), ...list, items], () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) yield { record: value };
  } finally {
    bytes.destroy();
  }
}

/** @returns the product, or the first fault of each field that has one */
function parseRecord(
  record: unknown,
  csv?: CsvPlace,
): { product: ImportedProduct; found?: undefined } | { product?: undefined; found: string[] } {
  const result = v.safeParse(schemaFor(csv), record, { abortPipeEarly: true });
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
  const showsReceived = field && issue.received !== "undefined" && issue.type !== "non_empty";
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
