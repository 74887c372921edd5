import type { Database } from "#database/connect.ts";

/** Which of some products were ordered since a moment, in milliseconds since 1970 (UTC). */
export async function readOrdered(db: Database, ids: string[], since: number) {
  if (ids.length === 0) return new Set<string>();
  const { first } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.min("id").as("first"))
    .where("createdAt", ">=", since)
    .executeTakeFirstOrThrow();
  if (first === null) return new Set<string>();
  const lines = db.selectFrom("orderLines").select("productId").where("orderId", ">=", first);
  return new Set((await lines.where("productId", "in", ids).execute()).map(({ productId }) => productId));
}
