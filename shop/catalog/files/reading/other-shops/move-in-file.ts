import { createInterface } from "node:readline";
import type { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { parseJson } from "../../../../files/json-bounds.ts";
import type { ReadBytes } from "../../../../files/read-bytes.ts";
import type { ReadRecord } from "../catalog-entry.ts";
import type { FileNotebook } from "../file-notes.ts";
import type { KnownIds } from "../known-ids.ts";
import { charactersPerLookUp, recordsPerLookUp } from "../look-ahead.ts";
import { ExportIds } from "./export-ids.ts";
import { ExportNotebook, type ExportNotes } from "./export-notes.ts";
import type { OtherProduct } from "./other-product.ts";
import { recordsOfProduct } from "./records-of-product.ts";
import { shopify, listAddresses as shopifyLists } from "./shopify.ts";
import { wooCommerce, listAddresses as wooCommerceLists } from "./woocommerce.ts";

/**
 * What was read at an old shop's address waits in a file of one JSON object per line: first which shop it was, then its products and what was left out. It is
 * converted when it is imported, because that depends on what the shop has by then.
 */
export type MoveInLine =
  | { shop: string; address: string; columns: ExportNotes["columns"] }
  | { product: OtherProduct }
  | { leftOut: string };

const ending = ".move-in";

/** The name of the file for a shop at a host. No upload can have it. */
export function moveInName(host: string) {
  return `${host}${ending}`;
}

export function isMoveInName(name: string) {
  return name.endsWith(ending);
}

interface Reader {
  /** Reads the file, and tells how much is read. */
  readCounted: ReadBytes;
  notebook: FileNotebook;
  knownIds: KnownIds;
  scratch: DatabaseSync;
}

/** The products of an old shop as records. */
export async function* readMoveIn(
  read: ReadBytes,
  { readCounted, notebook, knownIds, scratch }: Reader,
): AsyncGenerator<ReadRecord> {
  const ids = new ExportIds(knownIds, scratch);
  for await (const text of textsOf(read)) {
    const line = parseLine(text);
    if ("product" in line) ids.reserve(line.product.handle);
  }
  let notes: ExportNotebook | undefined;
  for await (const lines of someLinesOf(readCounted)) {
    await ids.lookUp(lines.flatMap((line) => ("product" in line ? line.product : [])));
    for (const line of lines) {
      if ("shop" in line) {
        notes = new ExportNotebook(
          line.shop,
          line.columns.map((column) => ({ ...column, heads: [] })),
          line.address,
        );
        notebook.export = notes;
      } else if ("leftOut" in line) notes?.leaveOut(line.leftOut);
      else if (notes) yield* recordsOf(withLists(line.product, notes.shop), { notes, notebook, ids });
    }
  }
}

/** Where each system has its lists. */
const listsOf = new Map([
  [shopify.name, shopifyLists],
  [wooCommerce.name, wooCommerceLists],
]);

function withLists(product: OtherProduct, shop: string): OtherProduct {
  const listAddresses = listsOf.get(shop);
  return listAddresses ? { ...product, listAddresses } : product;
}

interface Reading {
  notes: ExportNotebook;
  notebook: FileNotebook;
  ids: ExportIds;
}

async function* recordsOf(product: OtherProduct, { notes, notebook, ids }: Reading): AsyncGenerator<ReadRecord> {
  notes.products += 1;
  const reading = {
    note: (decision: string) => notes.note(decision),
    warn: (number: number, doubt: string) => notebook.warn(`Product ${number} (“${product.title}”): ${doubt}`),
  };
  const variants = await recordsOfProduct(product, ids, reading);
  if (variants[0]) notes.oldAddresses.note(product, variants[0].record.id);
  for (const { record, problem } of variants) {
    notes.variants += 1;
    yield { record, isExport: true, ...(problem && { problem }) };
  }
}

/** Some lines at a time, to look the IDs of their products up together. */
async function* someLinesOf(read: ReadBytes) {
  let lines: MoveInLine[] = [];
  let characters = 0;
  for await (const text of textsOf(read)) {
    lines.push(parseLine(text));
    characters += text.length;
    if (lines.length < recordsPerLookUp && characters < charactersPerLookUp) continue;
    yield lines;
    lines = [];
    characters = 0;
  }
  yield lines;
}

function textsOf(read: ReadBytes) {
  return createInterface({ input: Readable.from(read()), crlfDelay: Number.POSITIVE_INFINITY });
}

function parseLine(text: string) {
  return parseJson(text) as MoveInLine;
}
