import { type Expression, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { logChange } from "../owners/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
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

/** What somebody wrote of a stock: "+5", "-2", or "=10"; undefined for anything else. */
export function readStockChange(text: string): StockChange | undefined {
  const written = text.trim();
  if (!/^[+=-]\d{1,400}$/.test(written)) return undefined;
  return written.startsWith("=") ? { to: Number(written.slice(1)) } : { by: Number(written) };
}

/**
 * Changes a product's stock, and notes it in the log. A difference is never lost against orders that come meanwhile, since the database
 * itself keeps them apart.
 *
 * @param actor who does it: an owner's email, or "command line"
 * @returns how many pieces there were, and how many there are
 * @throws StockError when there is no such product, or fewer pieces than would be taken away; nothing is changed then
 */
export async function changeStock(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  id: string,
  change: StockChange,
  actor: string,
) {
  return db.transaction().execute(async (trx) => {
    const row = await lockProduct(trx, id);
    if (!row) throw new StockError(`There is no product ${id}`);
    const { stock: before } = row;
    const after = stockAfter(row, change);
    const moved = await followStock(trx, await setStock(trx, id, sql.val(after)));
    if (moved) await moveBetweenLists(trx, [moved]);
    if (after !== before) {
      const fields = { stock: { before, after } };
      await logChange(trx, { actor, kind: "product", subject: id, action: "edited", fields }, now());
    }
    return { before, after };
  });
}

/** Reads a product that nobody else changes until the transaction ends; undefined when there is none. */
export async function lockProduct(transaction: Database, id: string) {
  if (!isStorableText(id)) return undefined;
  const row = transaction.selectFrom("products").selectAll().where("id", "=", id);
  return (engineOf(transaction) === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

/** @throws StockError when a product's stock can't be changed so */
export function stockAfter({ id, stock: before }: { id: string; stock: number }, change: StockChange) {
  const stock = "by" in change ? before + change.by : change.to;
  if (stock < 0) throw new StockError(`There are only ${before} pieces of ${id}`);
  if (stock > stockLimit) throw new StockError(`There can't be more than ${stockLimit} pieces of ${id}`);
  return stock;
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
