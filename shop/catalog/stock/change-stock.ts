import { type Expression, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { inAct, newActId } from "../../changes/acts.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { logChange } from "../../changes/change-log.ts";
import { isStorableText } from "../../forms/validate.ts";
import type { ShopDatabase } from "../../shop.ts";
import { availabilityOf } from "./availability.ts";

/** How a product's pieces change: by so many, or to so many. */
export type StockChange = { by: number } | { to: number };

/** The most pieces that a product has. */
export const stockLimit = 1_000_000_000;

/** A product's stock can't be changed so. The message is for the shop's owner. */
export class StockError extends Error {
  override name = "StockError";
}

/** Parses a typed stock change: "+5", "-2", "=10" or "10"; undefined for anything else. See docs/decisions/0096. */
export function readStockChange(text: string): StockChange | undefined {
  const written = text.trim();
  if (!/^[+=-]?\d{1,400}$/.test(written)) return undefined;
  return /^[+-]/.test(written) ? { by: Number(written) } : { to: Number(written.replace("=", "")) };
}

/**
 * Changes a product's stock, and logs it. The product is locked, so that no order's change is lost.
 *
 * @param actor who does it: an owner's email, or "command line"
 * @param act the act that it belongs to, if it isn't one by itself
 * @returns how many pieces there were, and how many there are
 * @throws StockError when there is no such product, or fewer pieces than would be taken away; nothing is changed then
 */
export async function changeStock(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  id: string,
  change: StockChange,
  actor: string,
  act = newActId(),
) {
  const changeIn = async (trx: Database) => {
    const row = await lockProduct(trx, id);
    if (!row) throw new StockError(`Product ${id} not found`);
    const { stock: before } = row;
    const after = stockAfter(row, change);
    const changed = await updateAvailability(trx, await setStock(trx, id, sql.val(after)));
    if (changed !== undefined) await bumpCatalogVersion(trx, [changed]);
    if (after !== before) {
      const fields = { stock: { before, after } };
      await logChange(trx, { actor, kind: "product", subject: id, action: "edited", fields }, now());
    }
    return { before, after };
  };
  return inAct(db, changeIn, act);
}

/** Reads a product and locks it until the transaction ends; undefined when there is none. */
export async function lockProduct(transaction: Database, id: string) {
  if (!isStorableText(id)) return undefined;
  const row = transaction.selectFrom("products").selectAll().where("id", "=", id);
  return (engineOf(transaction) === "postgres" ? row.forUpdate() : row).executeTakeFirst();
}

/** @throws StockError when a product's stock can't be changed so */
export function stockAfter({ id, stock: before }: { id: string; stock: number }, change: StockChange) {
  const stock = "by" in change ? before + change.by : change.to;
  if (stock < 0) throw new StockError(`Only ${before} of ${id} in stock`);
  if (stock > stockLimit) throw new StockError(`Stock of ${id} can't exceed ${stockLimit}`);
  return stock;
}

/** Puts pieces back that an order had taken; products that the catalog no longer has are skipped. */
export async function putBack(transaction: Database, lines: { productId: string; quantity: number }[]) {
  const changed: number[] = [];
  // In one order for all, so that two of them never wait for each other's product.
  for (const { productId, quantity } of lines.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const product = await setStock(transaction, productId, sql<number>`stock + ${quantity}`);
    const number = await updateAvailability(transaction, product);
    if (number !== undefined) changed.push(number);
  }
  if (changed.length > 0) await bumpCatalogVersion(transaction, changed);
}

function setStock(db: Database, id: string, stock: Expression<number>) {
  return db
    .updateTable("products")
    .set({ stock })
    .where("id", "=", id)
    .returning(["number", "stock", "availabilityStatus"])
    .executeTakeFirst();
}

/**
 * Updates a product's availability after its stock changed, in the same transaction.
 *
 * @returns the product's number if the availability is another one: the transaction then ends with `bumpCatalogVersion`
 */
export async function updateAvailability(
  transaction: Database,
  product: { number: number; stock: number; availabilityStatus: string } | undefined,
) {
  if (!product) return undefined;
  const { number, stock, availabilityStatus } = product;
  const changed = availabilityOf(stock);
  if (changed === availabilityStatus) return undefined;
  await transaction.updateTable("products").set({ availabilityStatus: changed }).where("number", "=", number).execute();
  return number;
}
