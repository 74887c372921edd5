import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { parser } from "stream-json";
import pick from "stream-json/filters/pick.js";
import streamArray from "stream-json/streamers/stream-array.js";
import * as v from "valibot";
import { errorCode } from "#database/error-code.ts";
import { csvRows, recordOfRow } from "./catalog-csv.ts";
import { catalogRecordSchema } from "./catalog-record.ts";
import type { Product } from "./product.ts";

/** So many of a file's products are named with what is wrong with them. */
const problemsTold = 20;

/** A catalog file that can't be imported. The message names the first product that isn't right, and what is wrong with it. */
export class CatalogFileError extends Error {
  override name = "CatalogFileError";
  /** A line for each product that isn't right, of the first ones; the message is the first of them. */
  readonly problems: string[];
  /** How many more products aren't right. */
  readonly others: number;

  constructor(message: string, { problems = [message], others = 0 } = {}) {
    super(message);
    this.problems = problems;
    this.others = others;
  }
}

/**
 * Reads a catalog file product by product, whatever its size: a JSON list of products, or `{"products": […]}`; or, where its name ends so,
 * a CSV with a column for each field. From the first product on that isn't one, the rest is only checked.
 *
 * @param onRead is told how many bytes have been read so far
 * @throws CatalogFileError at the end, with all products that aren't right
 */
export async function* readCatalogFile(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Product> {
  const ids = new Set<string>();
  const isCsv = /\.csv$/i.test(file);
  const problems: string[] = [];
  let others = 0;
  let number = 0;
  const note = (problem: string) => {
    if (problems.length < problemsTold) problems.push(problem);
    else others += 1;
  };
  try {
    for await (const value of isCsv ? readCsvRecords(file, onRead) : readJsonRecords(file, onRead)) {
      number += 1;
      const { product, problem } = parseRecord(value);
      if (problem !== undefined) note(`${nameOf(value, number)}: ${problem}`);
      else if (ids.has(product.id)) note(`${nameOf(value, number)}: id is used by an earlier product`);
      else ids.add(product.id);
      if (product && problems.length === 0) yield product;
    }
  } catch (error) {
    if (error instanceof CatalogFileError) throw error;
    const what = isCsv ? "CSV" : "JSON";
    note(`${file} is not a list of products in ${what}: ${(error as Error).message}`);
  }
  const [first] = problems;
  if (first) throw new CatalogFileError(first, { problems, others });
  if (ids.size === 0) throw new CatalogFileError(`${file} holds no products`);
}

async function* readJsonRecords(file: string, onRead?: (bytes: number) => void): AsyncGenerator<unknown> {
  const isList = (await readBeginning(file)).trimStart().startsWith("[");
  const bytes = createReadStream(file);
  if (onRead) bytes.on("data", () => onRead(bytes.bytesRead));
  const items = streamArray.asStream();
  const list = isList ? [] : [pick.asStream({ filter: "products" })];
  // An error of any stage reaches the loop below, which reads the last one.
  pipeline([bytes, parser.asStream(), ...list, items], () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) yield value;
  } finally {
    bytes.destroy();
  }
}

async function* readCsvRecords(file: string, onRead?: (bytes: number) => void): AsyncGenerator<unknown> {
  const [head = ""] = (await readBeginning(file)).split(/\r?\n/);
  const bytes = createReadStream(file);
  if (onRead) bytes.on("data", () => onRead(bytes.bytesRead));
  const rows = csvRows(head);
  pipeline([bytes, rows], () => {});
  try {
    for await (const row of rows as AsyncIterable<Record<string, string>>) yield recordOfRow(row);
  } finally {
    bytes.destroy();
  }
}

async function readBeginning(file: string) {
  const handle = await open(file).catch((error: Error) => {
    throw new CatalogFileError(
      errorCode(error) === "ENOENT" ? `${file} does not exist` : `${file} can't be read: ${error.message}`,
    );
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65536), 0, 65536, 0);
    return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
  } catch (error) {
    throw new CatalogFileError(`${file} can't be read: ${(error as Error).message}`);
  } finally {
    await handle.close();
  }
}

function parseRecord(
  record: unknown,
): { product: Product; problem?: undefined } | { product?: undefined; problem: string } {
  const result = v.safeParse(catalogRecordSchema, record, { abortEarly: true });
  if (result.success) return { product: result.output };
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  const received = field && issue.received !== "undefined" ? `, but is ${issue.received}` : "";
  return { problem: `${field ? `${field} ` : ""}${issue.message}${received}` };
}

function nameOf(record: unknown, number: number) {
  const { id, title } = (record ?? {}) as Record<string, unknown>;
  const names = [
    id !== undefined && `id ${JSON.stringify(id)}`,
    typeof title === "string" && JSON.stringify(title),
  ].filter(Boolean);
  return names.length ? `Product ${number} (${names.join(", ")})` : `Product ${number}`;
}
