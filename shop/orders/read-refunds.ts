import type { Database } from "#database/connect.ts";
import { refundedCents } from "./state/order.ts";

/** The settled refunds. All amounts that were refunded are sums of these. See docs/decisions/0125. */
export function settledRefunds(db: Database) {
  return db.selectFrom("refunds").where("refunds.state", "=", "settled");
}

/** What was refunded of each of some orders, in cents, by the orders' ids. */
export async function readRefundedCents(db: Database, orderIds: number[]) {
  const refunds = db.selectFrom("refunds").select(["orderId", "state", "amountCents"]);
  const rows = orderIds.length === 0 ? [] : await refunds.where("orderId", "in", orderIds).execute();
  const refundsById = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map([...refundsById].map(([id, refunds]) => [id, refundedCents(refunds)]));
}

/** The ids of orders of which something was refunded. */
export function ordersWithRefunds(db: Database) {
  return settledRefunds(db).select("orderId").distinct();
}

/** The ids of orders with a failed refund that no later refund covers and staff haven't closed. */
export function ordersWithFailedRefunds(db: Database) {
  return db.selectFrom("refunds").select("orderId").distinct().where("outstandingCents", ">", 0);
}

/** The ids of orders with a refund that its provider hasn't settled yet. */
export function ordersWithPendingRefunds(db: Database) {
  return db.selectFrom("refunds").select("orderId").distinct().where("state", "=", "pending");
}
