import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { foldText } from "../text/fold-text.ts";
import { startsWith } from "../text/match-words.ts";
import type { Discount } from "./discount-form.ts";
import { normalizeCode } from "./normalize-code.ts";

/** Part of the codes with a text in them, by code. @param after the code that the part before ended with */
export async function findDiscounts(
  db: Database,
  { text, after, limit }: { text: string; after: string; limit: number },
): Promise<Discount[]> {
  const all = db.selectFrom("discounts").where("code", ">", after).orderBy("code");
  if (text === "") return all.selectAll().limit(limit).execute();
  const part = foldText(normalizeCode(text));
  const rows = await all.select("code").execute();
  const codes = rows.map(({ code }) => code).filter((code) => foldText(code).includes(part));
  if (codes.length === 0) return [];
  return all.selectAll().where("code", "in", codes.slice(0, limit)).execute();
}

/** The first codes that begin with a text, by code. It takes no longer in a shop with many codes: SQLite's index finds them. */
export function findDiscountsStarting(
  db: Database,
  { text, limit }: { text: string; limit: number },
): Promise<Discount[]> {
  // Compared by bytes, as SQLite does.
  const code = engineOf(db) === "postgres" ? sql`code collate "C"` : sql`code`;
  const start = normalizeCode(text);
  if (start === "") return Promise.resolve([]);
  return db.selectFrom("discounts").selectAll().where(startsWith(code, start)).orderBy("code").limit(limit).execute();
}

/** A code by its id. */
export function readDiscount(db: Database, id: number): Promise<Discount | undefined> {
  return db.selectFrom("discounts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The numbers of the orders that hold a code's latest uses, the newest first. */
export async function readDiscountOrders(db: Database, id: number, limit: number) {
  const orders = await db
    .selectFrom("discountUses")
    .innerJoin("orders", "orders.id", "discountUses.orderId")
    .select("orderNumber")
    .where("discountId", "=", id)
    .orderBy("orders.id", "desc")
    .limit(limit)
    .execute();
  return orders.map(({ orderNumber }) => orderNumber);
}
