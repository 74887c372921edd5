import { type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { normalizeCode } from "./discount.ts";
import type { Discount } from "./discount-form.ts";

/** Part of the codes with a text in them, by code. @param after the code that the part before ended with */
export function findDiscounts(
  db: Database,
  { text, after, limit }: { text: string; after: string; limit: number },
): Promise<Discount[]> {
  const pattern = `%${normalizeCode(text).replaceAll(/[\\%_]/g, "\\$&")}%`;
  return db
    .selectFrom("discounts")
    .selectAll()
    .where("code", ">", after)
    .$if(text !== "", (query) => query.where(sql<SqlBool>`code like ${pattern} escape '\\'`))
    .orderBy("code")
    .limit(limit)
    .execute();
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
