import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImportedRow } from "./imported-row.ts";

const rowsPerBatch = 500;

/** Rows that wait in a temporary file, which is gone when the spool is disposed of. */
export interface RowSpool extends AsyncDisposable {
  /** The products' ids, in the order of the rows. */
  ids: string[];
  /** The products' addresses, as far as the file has them; null for none. */
  addresses: Map<string, string | null>;
  /** The rows in batches, each as one JSON list. */
  batches: () => AsyncGenerator<{ json: string; rows: number }>;
}

/**
 * Writes rows to a temporary file as they come, ready for the database: the catalog, which is locked for others while it is
 * written, then needn't wait for a file to be read and checked, and no large one is held in memory.
 *
 * @throws what the rows threw
 */
export async function spoolRows(rows: AsyncIterable<ImportedRow>): Promise<RowSpool> {
  const folder = await mkdtemp(join(tmpdir(), "torg-import-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, "rows");
  try {
    const { ids, addresses } = await writeBatches(file, rows);
    return { ids, addresses, batches: () => readBatches(file, ids.length), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeBatches(file: string, rows: AsyncIterable<ImportedRow>) {
  await using handle = await open(file, "wx", 0o600);
  const ids: string[] = [];
  const addresses: RowSpool["addresses"] = new Map();
  let batch: ImportedRow[] = [];
  const write = async () => {
    if (batch.length > 0) await handle.appendFile(`${inOneLine(batch)}\n`);
    batch = [];
  };
  for await (const row of rows) {
    ids.push(row.id);
    if (row.address !== undefined) addresses.set(row.id, row.address);
    batch.push(row);
    if (batch.length === rowsPerBatch) await write();
  }
  await write();
  return { ids, addresses };
}

/** Who reads by lines ends them at these two as well, which JSON leaves as they are. */
function inOneLine(rows: ImportedRow[]) {
  return JSON.stringify(rows).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

async function* readBatches(file: string, count: number) {
  await using handle = await open(file);
  let left = count;
  for await (const json of handle.readLines()) {
    yield { json, rows: Math.min(left, rowsPerBatch) };
    left -= rowsPerBatch;
  }
}
