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

const ordersPerPage = 10;

/** A page of a customer's orders, newest first. */
export interface OrderPage {
  orders: Receipt[];
  /** How many there are on all pages. */
  total: number;
  /** From 1; the last page when more was asked for. */
  page: number;
  pages: number;
}

/** One page of a customer's orders with their lines. @param page from 1; one past the end gives the last page */
export async function readOrderPage(db: Database, userId: string, page: number): Promise<OrderPage> {
  const { total } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(Number(total) / ordersPerPage));
  const shownPage = Math.min(page, pages);
  const orders = await db
    .selectFrom("orders")
    .select(["id", "orderNumber", "totalPrice", "paymentMethod", "billingAddress", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage)
    .offset((shownPage - 1) * ordersPerPage)
    .execute();
  return { orders: await withAllLines(db, orders), total: Number(total), page: shownPage, pages };
}

async function withAllLines<Order extends { id: number }>(db: Database, orders: Order[]) {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "title", "priceCents", "thumbnail", "brand", "quantity"])
    .where("orderId", "in", ids)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  return join(orders, lines);
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
  return join(orders, lines);
}

function join<Order extends { id: number }>(orders: Order[], lines: (ReceiptLine & { orderId: number })[]) {
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ id, ...order }) => ({
    ...order,
    lines: (linesByOrder.get(id) ?? []).map(({ orderId: _, ...line }) => line),
  }));
}
