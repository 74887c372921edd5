import type { Database } from "#database/connect.ts";
import { manualProvider } from "../../payments/provider.ts";

/** The orders that wait for a payment which their owner records. */
export function unpaidOfflineOrders(db: Database) {
  return db
    .selectFrom("orders")
    .innerJoin("payments", "payments.orderId", "orders.id")
    .select("orders.id")
    .where("orders.state", "=", "awaiting-payment")
    .where("provider", "=", manualProvider);
}
