import { type Database, lockTable } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { inAct } from "../../changes/acts.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { logChange } from "../../changes/change-log.ts";
import { isStorableText } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import { toProduct } from "../fields/product-row.ts";
import { hiddenAt, isOver } from "../fields/publication.ts";
import { reindexProducts } from "../lists/search/search-index.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { lockProduct } from "../stock/change-stock.ts";
import { readLastPosition } from "./product-ids.ts";

type ArchivedRow = ProductsTable & { archivedAt?: number };
type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Takes a product off sale: it leaves lists, searches and related products, and can't be bought. Its page and its orders stay, and so does its
 * place in the catalog. See docs/decisions/0097.
 *
 * @returns whether there was such a product
 */
export async function archiveProduct({ db, now }: Context, id: string, actor: string) {
  return inAct(db, async (trx) => {
    const row = await lockProduct(trx, id);
    if (!row) return false;
    await archiveRows(trx, [row], await bumpCatalogVersion(trx), now());
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
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const found = await trx.selectFrom("archivedProducts").selectAll().where("id", "=", id).executeTakeFirst();
    if (!found) return false;
    await unarchiveRows(trx, [found], await bumpCatalogVersion(trx), now());
    await logChange(trx, { actor, kind: "product", subject: id, action: "unarchived" }, now());
    return true;
  });
}

/** Archives some hundred locked products at most. @param version the catalog's, which the transaction has bumped */
export async function archiveRows(transaction: Database, rows: ProductsTable[], version: number, now: Date) {
  const archived = rows.map((row) => ({ ...row, version, archivedAt: now.getTime() }));
  await transaction.deleteFrom("products").where("number", "in", numbersOf(rows)).execute();
  await transaction.insertInto("archivedProducts").values(archived).execute();
  await reindexProducts(
    transaction,
    rows.map((before) => ({ before })),
  );
}

/**
 * Puts some hundred archived products back at most, in a transaction that keeps other writers out of products.
 *
 * @param version the catalog's, which the transaction has bumped
 */
export async function unarchiveRows(transaction: Database, archived: ArchivedRow[], version: number, now: Date) {
  const positions = archived.map(({ position }) => position);
  const others = await transaction
    .selectFrom("products")
    .select("position")
    .where("position", "in", positions)
    .execute();
  const taken = new Set(others.map(({ position }) => position));
  let next = await nextPosition(transaction);
  const rows = archived.map(({ archivedAt: _, ...row }): ProductsTable => {
    const position = row.position > 0 && !taken.has(row.position) ? row.position : next++;
    taken.add(position);
    // Otherwise it would be archived again at once.
    const unpublishAt = isOver(row, now.getTime()) ? null : row.unpublishAt;
    return { ...row, position, unpublishAt, isHidden: hiddenAt({ ...row, unpublishAt }, now.getTime()), version };
  });
  await transaction.deleteFrom("archivedProducts").where("number", "in", numbersOf(rows)).execute();
  await transaction.insertInto("products").values(rows).execute();
  await reindexProducts(
    transaction,
    rows.map((after) => ({ after })),
  );
}

function numbersOf(rows: Pick<ProductsTable, "number">[]) {
  return rows.map(({ number }) => number);
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
  return { ...toProduct(usualRow(product)), archivedAt };
}

/** An archived product's number; undefined when there is none with that id. */
export async function readArchivedNumber(db: Database, id: string) {
  return (await db.selectFrom("archivedProducts").select("number").where("id", "=", id).executeTakeFirst())?.number;
}
