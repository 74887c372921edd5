import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrderState, Schema } from "#database/schema.ts";
import { manualProvider } from "../payments/provider.ts";
import { hasOpenWithdrawal } from "./open-withdrawals.ts";

/** The orders that wait for a payment which their owner records: also those that were sent before it. */
export function unpaidOfflineOrders(db: Database) {
  return (
    db
      .selectFrom("orders")
      .innerJoin("payments", "payments.orderId", "orders.id")
      .select("orders.id")
      // Written out, because no parameter can match the condition of an index.
      .where("payments.state", "=", sql.lit("pending"))
      .where("provider", "=", manualProvider)
  );
}

/** Those of them that hold their items: they weren't sent. */
export function holdingOfflineOrders(db: Database) {
  return unpaidOfflineOrders(db).where("orders.state", "=", "awaiting-payment");
}

/** Those of them whose invoice came first. @param before a day, YYYY-MM-DD: only those that were due before it */
export function unpaidInvoices(db: Database, before?: string) {
  const invoices = unpaidOfflineOrders(db);
  return before === undefined ? invoices.where("dueOn", "is not", null) : invoices.where("dueOn", "<", before);
}

/** Whether an order is one of these, and its payment is late. @param today in the shop's time zone */
export function isOverdue({ dueCents, dueOn }: { dueCents: number; dueOn: string | null }, today: string) {
  return dueCents > 0 && dueOn !== null && dueOn < today;
}

/** Which of some orders wait for a payment that their owner records, by their ids. */
export async function readUnpaid(db: Database, orders: { id: number; state: OrderState; dueOn: string | null }[]) {
  const mayWait = orders.filter(({ state, dueOn }) => state === "awaiting-payment" || dueOn !== null);
  const ids = mayWait.map(({ id }) => id);
  const unpaid = ids.length === 0 ? [] : await unpaidOfflineOrders(db).where("orders.id", "in", ids).execute();
  return new Set(unpaid.map(({ id }) => id));
}

/** Whether an order can be sent now: it is paid, or its invoice came first and the shop sends before the payment. Withdrawn ones stay out. */
export function isToSend(sendsUnpaid = false) {
  return (eb: ExpressionBuilder<Schema, "orders">) => {
    const isPaid = eb("orders.state", "=", "paid");
    const isInvoiced = eb.and([eb("orders.state", "=", "awaiting-payment"), eb("orders.dueOn", "is not", null)]);
    return eb.and([sendsUnpaid ? eb.or([isPaid, isInvoiced]) : isPaid, eb.not(hasOpenWithdrawal(eb))]);
  };
}
