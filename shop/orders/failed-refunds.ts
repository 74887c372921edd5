import type { Database } from "#database/connect.ts";
import type { LockedOrder } from "./order-events.ts";

/** The orders with a failed refund that no later refund covers and no owner has closed. */
export function ordersWithFailedRefunds(db: Database) {
  return db.selectFrom("refunds").select("orderId").distinct().where("outstandingCents", ">", 0);
}

/** An order's failed refunds that are outstanding, the oldest first. */
export function readOutstandingRefunds(db: Database, orderId: number) {
  return db
    .selectFrom("refunds")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("outstandingCents", ">", 0)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** Lists a refund that failed, as far as its money can still be refunded. @param leftCents what can, now that it failed */
export async function addOutstandingRefund(
  transaction: Database,
  refund: { id: string; orderId: number; amountCents: number },
  leftCents: number,
) {
  const others = await readOutstandingRefunds(transaction, refund.orderId);
  const listedCents = others.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0);
  const outstandingCents = Math.max(0, Math.min(refund.amountCents, leftCents - listedCents));
  await transaction.updateTable("refunds").set({ outstandingCents }).where("id", "=", refund.id).execute();
}

/** Takes what a new refund covers off the failed ones, the oldest first. */
export async function coverFailedRefunds(transaction: Database, orderId: number, amountCents: number) {
  let coverCents = amountCents;
  for (const { id, outstandingCents } of await readOutstandingRefunds(transaction, orderId)) {
    const leftCents = Math.max(0, outstandingCents - coverCents);
    await transaction.updateTable("refunds").set({ outstandingCents: leftCents }).where("id", "=", id).execute();
    coverCents -= outstandingCents - leftCents;
  }
}

/** Takes an order's failed refunds off the list. */
export async function clearFailedRefunds(transaction: Database, { id }: Pick<LockedOrder, "id">) {
  await transaction.updateTable("refunds").set({ outstandingCents: 0 }).where("orderId", "=", id).execute();
}
