import type { Database } from "#database/connect.ts";

/** The refunds that count as refunded: neither pending ones, nor those that failed, even if they were settled before. */
export function settledRefunds(db: Database) {
  return db.selectFrom("refunds").where("refunds.state", "=", "done");
}

/** What was refunded of each of some orders, in cents, by their ids. Orders without a settled refund are left out. */
export async function readRefundedCents(db: Database, orderIds: number[]) {
  if (orderIds.length === 0) return new Map<number, number>();
  const rows = await settledRefunds(db)
    .select((eb) => ["orderId", eb.fn.sum<number>("amountCents").as("cents")])
    .where("orderId", "in", orderIds)
    .groupBy("orderId")
    .execute();
  return new Map(rows.map(({ orderId, cents }) => [orderId, Number(cents)]));
}
