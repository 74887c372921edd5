import type { Database } from "#database/connect.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";

/** All orders with their payments and refunds. */
export async function readBookedOrders(db: Database) {
  const payments = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["orderNumber", "provider", "externalId", "reference", "paidCents", "capturedCents", "releasedCents"])
    .execute();
  const refunds = await db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .select(["orderNumber", "refunds.id", "refunds.state", "amountCents", "isRelease"])
    .execute();
  const paymentOf = new Map(payments.map((payment) => [payment.orderNumber, payment]));
  const refundsOf = Map.groupBy(refunds, ({ orderNumber }) => orderNumber);
  return (await readOrders(db)).map((order) => ({
    ...order,
    payment: paymentOf.get(order.orderNumber),
    refunds: refundsOf.get(order.orderNumber) ?? [],
  }));
}

export type BookedOrder = Awaited<ReturnType<typeof readBookedOrders>>[number];

export function sumOf(items: { amountCents: number | null }[]) {
  return items.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
}

export function namesOf(names: string[]) {
  return names.toSorted().join();
}
