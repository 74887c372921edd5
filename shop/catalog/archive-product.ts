import { sql } from "kysely";
import { type Database, keepWritersOut } from "#database/connect.ts";
import { logChange } from "../owners/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { raiseCatalogRevision } from "./catalog-revision.ts";
import { buildCatalogLists } from "./lists/build-catalog-lists.ts";
import type { Product } from "./product.ts";
import { countProducts } from "./product-ids.ts";
import { toProduct } from "./read-products.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Takes a product out of all that is sold: lists, searches and related products don't have it any more, and it can't be bought. It stays as it is,
 * and so do its address and its orders.
 *
 * @returns whether there was such a product
 */
export async function archiveProduct({ db, now }: Context, id: string, actor: string) {
  if (!isStorableText(id)) return false;
  return db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    const row = await trx.deleteFrom("products").where("id", "=", id).returningAll().executeTakeFirst();
    if (!row) return false;
    await trx
      .insertInto("archivedProducts")
      .values({ ...row, archivedAt: now().getTime() })
      .execute();
    await trx
      .updateTable("products")
      .set({ position: sql<number>`position - 1` })
      .where("position", ">", row.position)
      .execute();
    await listAnew(trx);
    await logChange(trx, { actor, kind: "product", subject: id, action: "archived" }, now());
    return true;
  });
}

/** Puts an archived product back where it was in the catalog, or at its end. @returns whether there was such a product */
export async function unarchiveProduct({ db, now }: Context, id: string, actor: string) {
  if (!isStorableText(id)) return false;
  return db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    const found = await trx.deleteFrom("archivedProducts").where("id", "=", id).returningAll().executeTakeFirst();
    if (!found) return false;
    const { archivedAt, ...row } = found;
    const position = Math.min(row.position, (await countProducts(trx)) + 1);
    await trx
      .updateTable("products")
      .set({ position: sql<number>`position + 1` })
      .where("position", ">=", position)
      .execute();
    await trx
      .insertInto("products")
      .values({ ...row, position })
      .execute();
    await listAnew(trx);
    await logChange(trx, { actor, kind: "product", subject: id, action: "put back" }, now());
    return true;
  });
}

/** All places behind the product's have moved by one, in every list. */
async function listAnew(transaction: Database) {
  await buildCatalogLists(transaction);
  await raiseCatalogRevision(transaction);
}

/** A product that is no longer sold; undefined when there is none with that id. `archivedAt` is in milliseconds since 1970 (UTC). */
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
