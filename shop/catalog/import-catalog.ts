import { type Database, keepWritersOut } from "#database/connect.ts";
import { truncateWal } from "#database/truncate-wal.ts";
import { readCatalogFile } from "./catalog-file.ts";
import { hasCatalog, raiseCatalogRevision } from "./catalog-revision.ts";
import { buildCatalogLists } from "./lists/build-catalog-lists.ts";
import { type Importer, logImport } from "./log-import.ts";
import { addPictureSources, pictureSources } from "./picture-sources.ts";
import type { Product } from "./product.ts";
import { type RowSpool, spoolRows } from "./row-spool.ts";
import { moveOthersBehind, removeFromArchive, removeOthers, rowOf, upsertProducts } from "./write-products.ts";

export interface ImportOptions {
  /** Remove the products that the file doesn't name. */
  replace?: boolean;
  /** Import nothing if a catalog was ever imported, be it at this very moment by another process. */
  onlyFirst?: boolean;
  /** For the log, which doesn't have what nobody imports. */
  by?: Importer;
  /** Is told how much has been done, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** The file's size in bytes, for `onProgress`. */
  size?: number;
}

/**
 * Loads a catalog file: new products are added, known ones (by id) updated, and the file's order becomes the catalog's.
 * The whole file is read and checked before anything is written; then it is written in one transaction.
 *
 * @returns how many products were imported
 * @throws CatalogFileError when the file, or one product in it, isn't right; nothing is changed then
 */
export async function importCatalog(db: Database, file: string, options: ImportOptions = {}) {
  const { replace, onlyFirst, onProgress, by } = options;
  const sources = new Set<string>();
  await using spool = await spoolCatalog(file, options, sources);
  const imported = await db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    if (onlyFirst && (await hasCatalog(trx))) return false;
    if (by) await logImport(trx, spool, { by, replace });
    await writeCatalog(trx, spool, { replace, onProgress });
    await addPictureSources(trx, sources);
    await buildCatalogLists(trx);
    await raiseCatalogRevision(trx);
    return true;
  });
  if (imported) await truncateWal(db);
  onProgress?.(1);
  return imported ? spool.ids.length : 0;
}

/**
 * Reads and checks a whole catalog file, whose products then wait on disk as rows: the first half of an import.
 *
 * @param sources is filled with where the products' pictures come from
 * @throws CatalogFileError when the file, or one product in it, isn't right
 */
export function spoolCatalog(
  file: string,
  { onProgress, size }: Pick<ImportOptions, "onProgress" | "size">,
  sources = new Set<string>(),
) {
  const track = (bytes: number) => size && onProgress?.(bytes / size / 2);
  return spoolRows(rowsOf(readCatalogFile(file, track), sources));
}

async function writeCatalog(db: Database, spool: RowSpool, { replace, onProgress }: ImportOptions) {
  const others = replace ? removeOthers : moveOthersBehind;
  await others(db, spool.ids);
  await removeFromArchive(db, spool.ids);
  let written = 0;
  for await (const { json, rows } of spool.batches()) {
    await upsertProducts(db, json);
    written += rows;
    onProgress?.((1 + written / spool.ids.length) / 2);
  }
}

async function* rowsOf(products: AsyncIterable<Product>, sources: Set<string>) {
  let position = 0;
  for await (const product of products) {
    position += 1;
    for (const source of pictureSources(product)) sources.add(source);
    yield rowOf(product, position);
  }
}
