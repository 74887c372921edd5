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

/** A catalog file that can't be imported. The message names the product and what is wrong with it. */
export class CatalogFileError extends Error {
  override name = "CatalogFileError";
}

/**
 * Reads a catalog file product by product, whatever its size: a JSON list of products, or `{"products": […]}`; or, where its name ends so,
 * a CSV with a column for each field.
 *
 * @param onRead is told how many bytes have been read so far
 * @throws CatalogFileError at the first product that isn't one
 */
export async function* readCatalogFile(file: string, onRead?: (bytes: number) => void): AsyncGenerator<Product> {
  const ids = new Set<string>();
  const isCsv = /\.csv$/i.test(file);
  let number = 0;
  try {
    for await (const value of isCsv ? readCsvRecords(file, onRead) : readJsonRecords(file, onRead)) {
      number += 1;
      const product = parseRecord(value, number);
      if (ids.has(product.id)) throw new CatalogFileError(`${nameOf(value, number)}: id is used by an earlier product`);
      ids.add(product.id);
      yield product;
    }
  } catch (error) {
    if (error instanceof CatalogFileError) throw error;
    const what = isCsv ? "CSV" : "JSON";
    throw new CatalogFileError(`${file} is not a list of products in ${what}: ${(error as Error).message}`);
  }
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

function parseRecord(record: unknown, number: number) {
  const result = v.safeParse(catalogRecordSchema, record, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  const received = field && issue.received !== "undefined" ? `, but is ${issue.received}` : "";
  throw new CatalogFileError(`${nameOf(record, number)}: ${field ? `${field} ` : ""}${issue.message}${received}`);
}

function nameOf(record: unknown, number: number) {
  const { id, title } = (record ?? {}) as Record<string, unknown>;
  const names = [
    id !== undefined && `id ${JSON.stringify(id)}`,
    typeof title === "string" && JSON.stringify(title),
  ].filter(Boolean);
  return names.length ? `Product ${number} (${names.join(", ")})` : `Product ${number}`;
}
