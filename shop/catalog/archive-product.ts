import { type Database, lockTable } from "#database/connect.ts";
import { logChange } from "../owners/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { bumpCatalogVersion } from "./catalog-version.ts";
import { lockProduct } from "./change-stock.ts";
import type { Product } from "./product.ts";
import { readLastPosition } from "./product-ids.ts";
import { toProduct } from "./read-products.ts";
import { reindexProducts } from "./search/search-index.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Takes a product off sale: it leaves lists, searches and related products, and can't be bought. Its page and its orders stay, and so does its
 * place in the catalog.
 *
 * @returns whether there was such a product
 */
export async function archiveProduct({ db, now }: Context, id: string, actor: string) {
  return db.transaction().execute(async (trx) => {
    const row = await lockProduct(trx, id);
    if (!row) return false;
    await trx.deleteFrom("products").where("id", "=", id).execute();
    const version = await bumpCatalogVersion(trx);
    await trx
      .insertInto("archivedProducts")
      .values({ ...row, version, archivedAt: now().getTime() })
      .execute();
    await reindexProducts(trx, [{ before: row }]);
    await logChange(trx, { actor, kind: "product", subject: id, action: "archived" }, now());
    return true;
  });
}

/**
 * Puts an archived product back in its place in the catalog, or at the end if an import has changed the catalog's order since.
 *
 * @returns whether there was such a product
 */
export async function unarchiveProduct({ db, now }: Context, id: string, actor: string) {
  if (!isStorableText(id)) return false;
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    const found = await trx.selectFrom("archivedProducts").selectAll().where("id", "=", id).executeTakeFirst();
    if (!found) return false;
    const { archivedAt, ...archived } = found;
    const position = (await isFree(trx, archived.position)) ? archived.position : await nextPosition(trx);
    const row = { ...archived, position, version: await bumpCatalogVersion(trx) };
    await trx.deleteFrom("archivedProducts").where("id", "=", id).execute();
    await trx.insertInto("products").values(row).execute();
    await reindexProducts(trx, [{ after: row }]);
    await logChange(trx, { actor, kind: "product", subject: id, action: "unarchived" }, now());
    return true;
  });
}

async function isFree(db: Database, position: number) {
  const taken = await db.selectFrom("products").select("id").where("position", "=", position).executeTakeFirst();
  return position > 0 && !taken;
}

/** The position after all products and all archived ones, which may come back to theirs. For a transaction that keeps other writers out. */
export async function nextPosition(transaction: Database) {
  const archived = await transaction
    .selectFrom("archivedProducts")
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirst();
  return Math.max(await readLastPosition(transaction), archived?.last ?? 0) + 1;
}

/** An archived product; undefined when there is none with that id. `archivedAt` is in milliseconds since 1970 (UTC). */
export async function readArchivedProduct(
  db: Database,
  id: string,
): Promise<(Product & { archivedAt: number }) | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("archivedProducts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const { archivedAt, ...product } = row;
  return { ...toProduct(product), archivedAt };
}
