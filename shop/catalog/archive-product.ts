import { type Database, keepWritersOut } from "#database/connect.ts";
import { logChange } from "../owners/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { lockProduct } from "./change-stock.ts";
import { followProduct } from "./lists/follow-product.ts";
import type { Product } from "./product.ts";
import { readLastPosition } from "./product-ids.ts";
import { toProduct } from "./read-products.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Takes a product out of all that is sold: lists, searches and related products don't have it any more, and it can't be bought. It stays as it is,
 * and so do its address and its orders. Its place in the catalog stays free.
 *
 * @returns whether there was such a product
 */
export async function archiveProduct({ db, now }: Context, id: string, actor: string) {
  return db.transaction().execute(async (trx) => {
    const row = await lockProduct(trx, id);
    if (!row) return false;
    await trx.deleteFrom("products").where("id", "=", id).execute();
    await trx
      .insertInto("archivedProducts")
      .values({ ...row, archivedAt: now().getTime() })
      .execute();
    await followProduct(trx, row, undefined);
    await logChange(trx, { actor, kind: "product", subject: id, action: "archived" }, now());
    return true;
  });
}

/**
 * Puts an archived product back where it was in the catalog; or at its end, if an import has given the catalog another order meanwhile.
 *
 * @returns whether there was such a product
 */
export async function unarchiveProduct({ db, now }: Context, id: string, actor: string) {
  if (!isStorableText(id)) return false;
  return db.transaction().execute(async (trx) => {
    await keepWritersOut(trx, "products");
    const found = await trx.selectFrom("archivedProducts").selectAll().where("id", "=", id).executeTakeFirst();
    if (!found) return false;
    const { archivedAt, ...archived } = found;
    const position = (await isFree(trx, archived.position)) ? archived.position : await nextPosition(trx);
    const row = { ...archived, position };
    await trx.deleteFrom("archivedProducts").where("id", "=", id).execute();
    await trx.insertInto("products").values(row).execute();
    await followProduct(trx, undefined, row);
    await logChange(trx, { actor, kind: "product", subject: id, action: "put back" }, now());
    return true;
  });
}

async function isFree(db: Database, position: number) {
  const taken = await db.selectFrom("products").select("id").where("position", "=", position).executeTakeFirst();
  return position > 0 && !taken;
}

/** The position behind all products, and behind those that may come back to theirs. For a transaction that keeps other writers out. */
export async function nextPosition(transaction: Database) {
  const archived = await transaction
    .selectFrom("archivedProducts")
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirst();
  return Math.max(await readLastPosition(transaction), archived?.last ?? 0) + 1;
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
