import type { Database } from "#database/connect.ts";
import { withSnapshot } from "#database/snapshot.ts";
import { documentKinds } from "../documents/document.ts";
import { verifySeries } from "../documents/number-series.ts";
import { readReturns } from "../orders/read-returns.ts";
import { readEvents, withActor } from "../orders/state/events.ts";
import { readOrdersAfter } from "../orders/views/read-order.ts";
import { defaultCurrency } from "../values/currencies.ts";
import { checkBookedHours } from "./check-booked-hours.ts";
import { checkDocuments } from "./check-documents.ts";
import { checkOrder } from "./check-order.ts";
import { createComparison, type Difference } from "./difference.ts";

/** What an audit found. */
export interface AuditReport {
  orders: number;
  documents: number;
  differences: Difference[];
}

const ordersAtATime = 200;

/** Audits one moment of a shop while it goes on selling. */
export function auditShop(db: Database): Promise<AuditReport> {
  return withSnapshot(db, auditDatabase);
}

/**
 * Recomputes all orders' sums, state, payments, refunds and VAT from their lines and events, the documents from the orders, and what is booked in each
 * hour, and compares them with what is saved. No event proves stock, because owners and imports set it; the database keeps it from being negative. Takes as much memory for a million
 * orders as for a thousand.
 *
 * @param db must not change during the audit
 */
export async function auditDatabase(db: Database): Promise<AuditReport> {
  const report: AuditReport = { orders: 0, documents: 0, differences: [] };
  for (let after = 0; ; ) {
    const orders = await readOrdersAfter(db, after, ordersAtATime);
    if (orders.length > 0) await auditOrders(db, orders, report);
    report.orders += orders.length;
    after = orders.at(-1)?.id ?? after;
    if (orders.length < ordersAtATime) break;
  }
  for (const series of ["invoice", "creditNote"] as const) {
    const { count, broken } = await verifySeries(db, series);
    report.documents += count;
    for (const { number, problem } of broken) {
      const where = number.startsWith(documentKinds[series].name) ? number : `${documentKinds[series].name} ${number}`;
      report.differences.push({ where, what: "The series", expected: "as it was issued", found: problem });
    }
  }
  report.differences.push(...(await checkDiscounts(db)), ...(await checkBookedHours(db)));
  return report;
}

async function auditOrders(db: Database, orders: Awaited<ReturnType<typeof readOrdersAfter>>, report: AuditReport) {
  const ids = orders.map(({ id }) => id);
  const events = await readEvents(db, ids);
  const refunds = db.selectFrom("refunds").selectAll().where("orderId", "in", ids);
  const refundsOf = Map.groupBy((await refunds.execute()).map(withActor), ({ orderId }) => orderId);
  const payments = await db.selectFrom("payments").selectAll().where("orderId", "in", ids).execute();
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]));
  const returns = await readReturns(db, ids);
  const uses = await db.selectFrom("discountUses").select("orderId").where("orderId", "in", ids).execute();
  const usesOf = Map.groupBy(uses, ({ orderId }) => orderId);
  const documents = await db
    .selectFrom("documents")
    .select(["orderId", "orderEvent", "grossCents", "content"])
    .where("orderId", "in", ids)
    .orderBy("orderEvent")
    .execute();
  const documentsOf = Map.groupBy(documents, ({ orderId }) => orderId);
  for (const { id, order } of orders) {
    const audited = {
      order,
      events: events.get(id) ?? [],
      payment: paymentOf.get(id),
      refunds: refundsOf.get(id) ?? [],
      returns: returns.get(id) ?? [],
      discountUses: usesOf.get(id)?.length ?? 0,
    };
    const issued = (documentsOf.get(id) ?? []).map(({ content, ...row }) => ({ ...row, content: JSON.parse(content) }));
    report.differences.push(...checkOrder(audited), ...checkDocuments(audited, issued));
  }
}

/** A code's count of uses is that of the orders that hold one. */
async function checkDiscounts(db: Database): Promise<Difference[]> {
  const discounts = await db.selectFrom("discounts").select(["id", "code", "uses"]).execute();
  const held = await db
    .selectFrom("discountUses")
    .select((eb) => ["discountId", eb.fn.countAll<number>().as("count")])
    .groupBy("discountId")
    .execute();
  const heldOf = new Map(held.map(({ discountId, count }) => [discountId, Number(count)]));
  return discounts.flatMap(({ id, code, uses }) => {
    const { differences, compare } = createComparison(`Discount ${code}`, defaultCurrency);
    compare("Uses", String(heldOf.get(id) ?? 0), String(uses));
    return differences;
  });
}
