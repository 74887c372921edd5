import { type Database, engineOf } from "#database/connect.ts";
import { isOrderNumber } from "../values/order-number.ts";
import { withOptions } from "../values/product-options.ts";
import { readReturns } from "./read-returns.ts";
import { readEvents, withActor } from "./state/events.ts";
import { type Order, type OrderLine, OrderUnknownError, refundableCents } from "./state/order.ts";

/** Loads an order that only this transaction can change until it ends. @throws OrderUnknownError */
export function lockOrder(transaction: Database, orderNumber: string): Promise<Order> {
  // A transaction on SQLite has the whole database to itself.
  return loadOrder(transaction, orderNumber, { withLock: engineOf(transaction) === "postgres" });
}

/** @throws OrderUnknownError */
export async function loadOrder(db: Database, orderNumber: string, { withLock = false } = {}): Promise<Order> {
  if (!isOrderNumber(orderNumber)) throw new OrderUnknownError(orderNumber);
  const order = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "orderNumber", "userId", "email", "state", "totalCents", "currency"])
    .select(["recipientName", "billingAddress", "orders.country", "orders.zipCode", "isPickup", "deliveryDays"])
    .select(["deliveryAddress", "billingName", "billingCountry", "billingZipCode"])
    .where("orderNumber", "=", orderNumber)
    .$if(withLock, (query) => query.forUpdate("orders"))
    .executeTakeFirst();
  if (!order) throw new OrderUnknownError(orderNumber);
  const { id } = order;
  return {
    ...order,
    lines: await readLines(db, id),
    events: (await readEvents(db, [id])).get(id) ?? [],
    payment: await db.selectFrom("payments").selectAll().where("orderId", "=", id).executeTakeFirstOrThrow(),
    refunds: await readRefunds(db, id),
    returns: (await readReturns(db, [id])).get(id) ?? [],
  };
}

async function readLines(db: Database, orderId: number): Promise<OrderLine[]> {
  const lines = db
    .selectFrom("orderLines")
    .select(["productId", "title", "options", "quantity", "priceCents", "discountCents"]);
  return (await lines.where("orderId", "=", orderId).orderBy("position").execute()).map(withOptions);
}

async function readRefunds(db: Database, orderId: number) {
  const refunds = db.selectFrom("refunds").selectAll().where("orderId", "=", orderId);
  return (await refunds.orderBy("createdAt").orderBy("id").execute()).map(withActor);
}

/**
 * What a form decided on: "<last event's position>-<number of refunds>-<cents that can be refunded>". Every event and every refund changes it;
 * `requireVersion` says which changes matter.
 */
export function versionOf(order: Pick<Order, "events" | "refunds" | "payment">) {
  return `${order.events.at(-1)?.position ?? 0}-${order.refunds.length}-${refundableCents(order)}`;
}
