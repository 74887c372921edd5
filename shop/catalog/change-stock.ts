import { type Expression, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { availabilityOf } from "./availability.ts";
import { moveBetweenLists, type StatusChange } from "./lists/move-between-lists.ts";

/** How a product's pieces change: by so many, or to so many. */
export type StockChange = { by: number } | { to: number };

/** The most pieces that a product has. */
const stockLimit = 1_000_000_000;

/** A product's stock can't be changed so. The message is for the shop's owner. */
export class StockError extends Error {
  override name = "StockError";
}

/**
 * Changes a product's stock. A difference is never lost against orders that come meanwhile, since the database itself counts.
 *
 * @returns how many pieces there were, and how many there are
 * @throws StockError when there is no such product, or fewer pieces than would be taken away; nothing is changed then
 */
export async function changeStock(db: Database, id: string, change: StockChange) {
  return db.transaction().execute(async (trx) => {
    const row = trx.selectFrom("products").select("stock").where("id", "=", id);
    const before = await (engineOf(trx) === "postgres" ? row.forUpdate() : row).executeTakeFirst();
    if (!before) throw new StockError(`There is no product ${id}`);
    const stock = "by" in change ? before.stock + change.by : change.to;
    if (stock < 0) throw new StockError(`There are only ${before.stock} pieces of ${id}`);
    if (stock > stockLimit) throw new StockError(`There can't be more than ${stockLimit} pieces of ${id}`);
    const moved = await followStock(trx, await setStock(trx, id, sql.val(stock)));
    if (moved) await moveBetweenLists(trx, [moved]);
    return { before: before.stock, after: stock };
  });
}

/** Puts pieces back that an order had taken; what the catalog no longer has, nobody can put back. */
export async function putBack(transaction: Database, lines: { productId: string; quantity: number }[]) {
  const changes: StatusChange[] = [];
  // In one order for all, so that two of them never wait for each other's product.
  for (const { productId, quantity } of lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const product = await setStock(transaction, productId, sql<number>`stock + ${quantity}`);
    const moved = await followStock(transaction, product);
    if (moved) changes.push(moved);
  }
  if (changes.length > 0) await moveBetweenLists(transaction, changes);
}

function setStock(db: Database, id: string, stock: Expression<number>) {
  return db
    .updateTable("products")
    .set({ stock })
    .where("id", "=", id)
    .returning(["id", "position", "stock", "availabilityStatus"])
    .executeTakeFirst();
}

/**
 * Has what the shop says of a product's stock follow the stock, in the transaction that has changed it.
 *
 * @returns what lists have to learn of it, by `moveBetweenLists`
 */
export async function followStock(
  transaction: Database,
  product: { id: string; position: number; stock: number; availabilityStatus: string } | undefined,
): Promise<StatusChange | undefined> {
  if (!product) return undefined;
  const { id, position, stock, availabilityStatus: from } = product;
  const to = availabilityOf(stock);
  if (to === from) return undefined;
  await transaction.updateTable("products").set({ availabilityStatus: to }).where("id", "=", id).execute();
  return { position, from, to };
}
