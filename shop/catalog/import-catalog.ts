import type { Insertable } from "kysely";
import { type Database, keepWritersOut } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { readCatalogFile } from "./catalog-file.ts";
import { hasCatalog, raiseCatalogRevision } from "./catalog-revision.ts";
import { brandSlug, foldText } from "./fold-text.ts";
import type { Product } from "./product.ts";

const batchSize = 500;

export interface ImportOptions {
  /** Remove the products that the file doesn't name. */
  replace?: boolean;
  /** Import nothing if a catalog was ever imported, be it at this very moment by another process. */
  onlyFirst?: boolean;
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
export async function importCatalog(
  db: Database,
  file: string,
  { replace, onlyFirst, onProgress, size }: ImportOptions = {},
) {
  const track = (done: number) => (bytes: number) => size && onProgress?.((done + bytes / size) / 2);
  let count = 0;
  for await (const _ of readCatalogFile(file, track(0))) count += 1;

  const imported = await db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    if (onlyFirst && (await hasCatalog(trx))) return false;
    await trx
      .updateTable("products")
      .set((eb) => ({ position: eb("position", "+", count) }))
      .execute();
    await writeCatalog(trx, readCatalogFile(file, track(1)));
    if (replace) await trx.deleteFrom("products").where("position", ">", count).execute();
    await raiseCatalogRevision(trx);
    return true;
  });
  return imported ? count : 0;
}

async function writeCatalog(db: Database, products: AsyncIterable<Product>) {
  let position = 0;
  let batch: Product[] = [];
  for await (const product of products) {
    batch.push(product);
    if (batch.length < batchSize) continue;
    await writeProducts(db, batch, position);
    position += batch.length;
    batch = [];
  }
  await writeProducts(db, batch, position);
}

async function writeProducts(db: Database, products: Product[], before: number) {
  if (products.length === 0) return;
  const rows = products.map((product, index) => toRow(product, before + index + 1));
  const [firstRow] = rows as [Insertable<ProductsTable>];
  const columns = Object.keys(firstRow) as (keyof ProductsTable)[];
  await db
    .insertInto("products")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute();
  const ids = products.map(({ id }) => id);
  await db.deleteFrom("productTags").where("productId", "in", ids).execute();
  const tags = products.flatMap(({ id, tags }) => searchableTags(tags).map((tag) => ({ productId: id, tag })));
  for (let start = 0; start < tags.length; start += batchSize) {
    await db
      .insertInto("productTags")
      .values(tags.slice(start, start + batchSize))
      .execute();
  }
}

function toRow(product: Product, position: number): Insertable<ProductsTable> {
  return {
    ...product,
    position,
    titleKey: foldText(product.title),
    brandSlug: product.brand && brandSlug(product.brand),
    images: JSON.stringify(product.images),
    tags: JSON.stringify(product.tags),
  };
}

function searchableTags(tags: string[]) {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))];
}
