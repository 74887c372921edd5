import type { Database } from "#database/connect.ts";

/** Lets codes follow their category to another address. */
export async function moveDiscounts(transaction: Database, from: string, to: string) {
  await transaction.updateTable("discounts").set({ category: to }).where("category", "=", from).execute();
}

/** The code for a category, of which there may be several; undefined if there is none. */
export async function findDiscountFor(db: Database, category: string) {
  const codes = db.selectFrom("discounts").select("code").where("category", "=", category);
  return (await codes.orderBy("code").limit(1).executeTakeFirst())?.code;
}
