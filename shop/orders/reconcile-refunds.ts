import type { Database } from "#database/connect.ts";
import type { HostedPayments, ProviderRefund } from "../payments/payment-provider.ts";
import type { Paying } from "./read-payment.ts";
import { applyProviderRefund } from "./refund-order.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Banks send refunds back for so long after they were made. */
const lateFailures = 30 * day;
/** How long other processes leave it to one. A look that failed is repeated after it. */
const leaseLength = 10 * minute;
const key = "refundsReconciled";

/** When refunds were last read from the provider, and when they are due again. Milliseconds since 1970 (UTC). */
interface Reconciled {
  lookedAt: number;
  dueAt: number;
}

/**
 * Once a day, books the recent refunds that the provider has and the shop doesn't, since their events may have got lost.
 *
 * @throws what the provider, or the database, answered; then it is due again soon
 */
export async function reconcileRefunds(shop: Paying, ending: AbortSignal) {
  const { db, payments, now } = shop;
  if (!payments.hosted) return;
  const startedAt = now().getTime();
  const last = await claimReconciliation(db, startedAt);
  if (!last) return;
  for await (const refund of payments.refundsSince(new Date(last.lookedAt - lateFailures))) {
    if (ending.aborted) return;
    await reconcileRefund(shop, payments, refund);
  }
  const value = JSON.stringify({ lookedAt: startedAt, dueAt: startedAt + day } satisfies Reconciled);
  await db.updateTable("settings").set({ value }).where("key", "=", key).execute();
}

/** @returns what was noted of the last time; undefined when it isn't due, or another process does it */
async function claimReconciliation(db: Database, time: number) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  const last: Reconciled = row ? JSON.parse(row.value) : { lookedAt: time, dueAt: time };
  if (last.dueAt > time) return undefined;
  const value = JSON.stringify({ ...last, dueAt: time + leaseLength } satisfies Reconciled);
  if (row) {
    const changed = db.updateTable("settings").set({ value }).where("key", "=", key).where("value", "=", row.value);
    return (await changed.executeTakeFirstOrThrow()).numUpdatedRows > 0n ? last : undefined;
  }
  const added = db.insertInto("settings").values({ key, value });
  const { numInsertedOrUpdatedRows } = await added
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows ? last : undefined;
}

/** Most are booked already. Those of payments that the shop doesn't know are of others that share the provider's account. */
async function reconcileRefund(shop: Paying, { name }: HostedPayments, refund: ProviderRefund) {
  const order = await shop.db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .leftJoin("refunds", (join) =>
      join.onRef("refunds.orderId", "=", "orders.id").on("refunds.externalId", "=", refund.outcome.externalId),
    )
    .select(["orderNumber", "refunds.state"])
    .where("reference", "=", refund.reference)
    .where("provider", "=", name)
    .executeTakeFirst();
  if (order && order.state !== refund.outcome.state) await applyProviderRefund(shop, order.orderNumber, refund);
}
