import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { parser } from "stream-json";
import pick from "stream-json/filters/pick.js";
import streamArray from "stream-json/streamers/stream-array.js";
import * as v from "valibot";
import { errorCode } from "#database/error-code.ts";
import type { Product } from "../product.ts";
import { type CsvRow, countLineEnds, csvRows, recordOfRow } from "./catalog-csv.ts";
import { catalogRecordSchema } from "./catalog-record.ts";

/** So many of a file's products are named with what is wrong with them. */
const problemsTold = 20;

interface FileProblems {
  problems?: string[];
  faults?: string[];
  others?: number;
}

/** A catalog file that can't be imported. The message names the first product that isn't right, and what is wrong with it. */
export class CatalogFileError extends Error {
  override name = "CatalogFileError";
  /** A line for each product that isn't right, of the first ones, with its first fault; the message is the first of them. */
  readonly problems: string[];
  /** The same lines with all faults of each product. */
  readonly faults: string[];
  /** How many more products aren't right. */
  readonly others: number;

  constructor(message: string, { problems = [message], faults, others = 0 }: FileProblems = {}) {
    super(message);
    this.problems = problems;
    this.faults = faults ?? problems;
    this.others = others;
  }
}

/**
 * Reads a catalog file product by product, whatever its size: a JSON list of products, or `{"products": […]}`; or, where its name ends so,
 * a CSV with a column for each field. From the first product on that isn't one, the rest is only checked.
 *
 * @param onRead gets the number of bytes read so far
 * @throws CatalogFileError at the end, with all products that aren't right
 */
export async function* readCatalogFile(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Product> {
  const ids = new Set<string>();
  const isCsv = /\.csv$/i.test(file);
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
    for await (const { record, line } of isCsv ? readCsvRecords(file, onRead) : readJsonRecords(file, onRead)) {
      number += 1;
      const name = () => nameOf(record, number, line);
      const { product, found } = parseRecord(record);
      if (found) note(`${name()}: ${found[0]}`, `${name()}: ${found.join("; ")}`);
      else if (ids.has(product.id)) note(`${name()}: duplicate id, already used by an earlier product`);
      else ids.add(product.id);
      if (product && problems.length === 0) yield product;
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

/** What a file has where a product belongs, and in a CSV the line at which it begins. */
interface ReadRecord {
  record: unknown;
  line?: number;
}

async function* readJsonRecords(file: string, onRead?: (bytes: number) => void): AsyncGenerator<ReadRecord> {
  const isList = (await readBeginning(file)).trimStart().startsWith("[");
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

async function* readCsvRecords(file: string, onRead?: (bytes: number) => void): AsyncGenerator<ReadRecord> {
  const [head = ""] = (await readBeginning(file)).split(/\r?\n/);
  const bytes = createReadStream(file);
  if (onRead) bytes.on("data", () => onRead(bytes.bytesRead));
  const rows = csvRows(head);
  pipeline([bytes, rows], () => {});
  let line = 2;
  let emptyLines = 0;
  try {
    for await (const { record, info } of rows as AsyncIterable<CsvRow>) {
      line += info.empty_lines - emptyLines;
      emptyLines = info.empty_lines;
      yield { record: recordOfRow(record), line };
      line += 1 + countLineEnds(record);
    }
  } finally {
    bytes.destroy();
  }
}

async function readBeginning(file: string) {
  const handle = await open(file).catch((error: Error) => {
    throw new CatalogFileError(
      errorCode(error) === "ENOENT" ? `${file} not found` : `Can't read ${file}: ${error.message}`,
    );
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65536), 0, 65536, 0);
    return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
  } catch (error) {
    throw new CatalogFileError(`Can't read ${file}: ${(error as Error).message}`);
  } finally {
    await handle.close();
  }
}

/** @returns the product, or the first fault of each field that has one */
function parseRecord(
  record: unknown,
): { product: Product; found?: undefined } | { product?: undefined; found: string[] } {
  const result = v.safeParse(catalogRecordSchema, record, { abortPipeEarly: true });
  if (result.success) return { product: result.output };
  const ofFields = Map.groupBy(result.issues, ({ path }) => path?.[0]?.key);
  return { found: Array.from(ofFields.values(), ([first]) => inWords(first as v.BaseIssue<unknown>)) };
}

function inWords(issue: v.BaseIssue<unknown>) {
  const field = v.getDotPath(issue);
  // Of what is empty it would say that it is 0 characters long.
  const showsReceived = field && issue.received !== "undefined" && issue.type !== "non_empty";
  return `${field ? `${field} ` : ""}${issue.message}${showsReceived ? `, but got ${issue.received}` : ""}`;
}

function nameOf(record: unknown, number: number, line?: number) {
  const { id, title } = (record ?? {}) as Record<string, unknown>;
  const names = [
    line !== undefined && `line ${line}`,
    id !== undefined && `id ${JSON.stringify(id)}`,
    typeof title === "string" && JSON.stringify(title),
  ].filter(Boolean);
  return names.length ? `Product ${number} (${names.join(", ")})` : `Product ${number}`;
}
