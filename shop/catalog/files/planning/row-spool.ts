import type { DatabaseSync } from "node:sqlite";
import { openScratch, ScratchList } from "#database/scratch.ts";
import { FileProducts } from "../reading/file-products.ts";
import type { ImportedRow } from "./imported-row.ts";

const rowsPerBatch = 500;

/**
 * A file's products, which wait on disk as rows, ready for the database: the catalog, which is locked for others while it is written, then needn't wait for
 * a file to be read and checked, and no large one is held in memory. They are gone when the spool is disposed of.
 */
export class RowSpool implements Disposable {
  /** Where an import keeps what it has to remember of the whole file. */
  readonly scratch: DatabaseSync = openScratch();
  readonly products = new FileProducts(this.scratch);
  readonly #batches = new ScratchList<ImportedRow[]>(this.scratch, "rows");

  async add(rows: AsyncIterable<ImportedRow>) {
    let batch: ImportedRow[] = [];
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < rowsPerBatch) continue;
      this.#batches.add(batch);
      batch = [];
    }
    if (batch.length > 0) this.#batches.add(batch);
  }

  /** The rows in the file's order, some at a time. */
  *batches(): Generator<ImportedRow[]> {
    for (const [batch = []] of this.#batches.batches(1)) yield batch;
  }

  [Symbol.dispose]() {
    this.scratch.close();
  }
}
