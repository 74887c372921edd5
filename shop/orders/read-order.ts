import type { Database } from "#database/connect.ts";
import { isOrderNumber } from "./order-number.ts";

/** An order as its receipt shows it. Moments are milliseconds since 1970 (UTC). */
export interface Receipt {
  orderNumber: string;
  lines: ReceiptLine[];
  /** Dollars with 2 decimals. */
  totalPrice: string;
  paymentMethod: string;
  billingAddress: string;
  createdAt: number;
}

export interface ReceiptLine {
  productId: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  brand: string | null;
  quantity: number;
}

/** A customer's newest order; undefined before their first. */
export async function readLastPurchase(db: Database, userId: string) {
  const newest = await db
    .selectFrom("orders")
    .select("orderNumber")
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest && readReceipt(db, userId, newest.orderNumber);
}

/** A customer's own order, or undefined when they have none with that number. */
export async function readReceipt(db: Database, userId: string, orderNumber: string): Promise<Receipt | undefined> {
  if (!isOrderNumber(orderNumber)) return undefined;
  const order = await ordersWith(db, orderNumber).where("userId", "=", userId).executeTakeFirst();
  return order && withLines(db, order);
}

/** An order, whoever's it is; for the mail that confirms it to its customer. */
export async function readReceiptForMail(db: Database, orderNumber: string): Promise<Receipt | undefined> {
  const order = await ordersWith(db, orderNumber).executeTakeFirst();
  return order && withLines(db, order);
}

function ordersWith(db: Database, orderNumber: string) {
  return db
    .selectFrom("orders")
    .select(["id", "orderNumber", "totalPrice", "paymentMethod", "billingAddress", "createdAt"])
    .where("orderNumber", "=", orderNumber);
}

async function withLines(db: Database, { id, ...order }: Omit<Receipt, "lines"> & { id: number }) {
  const lines = await db
    .selectFrom("orderLines")
    .select(["productId", "title", "priceCents", "thumbnail", "brand", "quantity"])
    .where("orderId", "=", id)
    .orderBy("position")
    .execute();
  return { ...order, lines: lines.map((line) => ({ ...line })) };
}

/** Every order with its customer's email and its lines, newest first; for the shop's owner. */
export async function readOrders(db: Database) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "orderNumber", "email", "totalPrice", "paymentMethod", "billingAddress", "orders.createdAt"])
    .orderBy("orders.createdAt", "desc")
    .orderBy("orders.id", "desc")
    .execute();
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "title", "priceCents", "thumbnail", "brand", "quantity"])
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ id, ...order }) => ({
    ...order,
    lines: (linesByOrder.get(id) ?? []).map(({ orderId: _, ...line }) => line),
  }));
}
