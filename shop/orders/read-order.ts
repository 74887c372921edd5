import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import { type OrderEvent, readEventsOf } from "./order-events.ts";
import { isOrderNumber } from "./order-number.ts";

/** An order as its receipt shows it. Moments are milliseconds since 1970 (UTC). */
export interface Receipt {
  orderNumber: string;
  lines: ReceiptLine[];
  /** Dollars with 2 decimals; delivery is a part of it. */
  totalPrice: string;
  deliveryCents: number;
  /** In how many days it was to come, when it was placed. */
  deliveryDays: number;
  paymentMethod: string;
  billingAddress: string;
  createdAt: number;
  state: OrderState;
  /** What has happened to it since it was placed, in turn. */
  events: OrderEvent[];
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

const orderColumns = [
  "id",
  "orderNumber",
  "totalPrice",
  "paymentMethod",
  "billingAddress",
  "createdAt",
  "state",
  "deliveryCents",
  "deliveryDays",
] as const;

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
    .select(orderColumns)
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage)
    .offset((shownPage - 1) * ordersPerPage)
    .execute();
  return { orders: await withDetails(db, orders), total: Number(total), page: shownPage, pages };
}

/** Some orders with all that belongs to them. */
async function withDetails<Order extends { id: number }>(db: Database, orders: Order[]) {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "title", "priceCents", "thumbnail", "brand", "quantity"])
    .where("orderId", "in", ids)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  return join(orders, lines, await readEventsOf(db, ids));
}

/** A customer's own order, or undefined when they have none with that number. */
export async function readReceipt(db: Database, userId: string, orderNumber: string): Promise<Receipt | undefined> {
  if (!isOrderNumber(orderNumber)) return undefined;
  const orders = await ordersWith(db, orderNumber).where("userId", "=", userId).execute();
  return (await withDetails(db, orders))[0];
}

/** An order, whoever's it is; for the mail that confirms it to its customer. */
export async function readReceiptForMail(db: Database, orderNumber: string): Promise<Receipt | undefined> {
  return (await withDetails(db, await ordersWith(db, orderNumber).execute()))[0];
}

function ordersWith(db: Database, orderNumber: string) {
  return db.selectFrom("orders").select(orderColumns).where("orderNumber", "=", orderNumber);
}

/** Where a list of orders goes on: behind this one. */
export interface OrderPlace {
  id: number;
  createdAt: number;
}

interface OrderQuery {
  /** Only those that stand so. */
  state?: OrderState | undefined;
  /** Where the part before it ended. */
  after?: OrderPlace | undefined;
  limit: number;
}

/** Part of a list of orders with their customers' emails, newest first; for the shop's owner. It takes as long at the end of a million as at the start. */
export async function readOrderList(db: Database, { state, after, limit }: OrderQuery) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select([
      "orders.id",
      "orderNumber",
      "email",
      "totalPrice",
      "paymentMethod",
      "billingAddress",
      "orders.createdAt",
      "state",
      "deliveryCents",
    ])
    .$if(state !== undefined, (query) => query.where("state", "=", state as OrderState))
    .$if(after !== undefined, (query) => {
      const { createdAt, id } = after as OrderPlace;
      return query.where((eb) => eb(eb.refTuple("orders.createdAt", "orders.id"), "<", eb.tuple(createdAt, id)));
    })
    .orderBy("orders.createdAt", "desc")
    .orderBy("orders.id", "desc")
    .limit(limit)
    .execute();
  const last = orders.at(-1);
  return { orders: await withDetails(db, orders), end: last && { id: last.id, createdAt: last.createdAt } };
}

const ordersAtATime = 500;

/** Every order, or every one that stands so, with its customer's email, newest first; for the shop's owner. */
export async function readOrders(db: Database, state?: OrderState) {
  const all: Awaited<ReturnType<typeof readOrderList>>["orders"] = [];
  for (let after: OrderPlace | undefined; ; ) {
    const { orders, end } = await readOrderList(db, { state, after, limit: ordersAtATime });
    all.push(...orders);
    if (orders.length < ordersAtATime) return all;
    after = end;
  }
}

function join<Order extends { id: number }>(
  orders: Order[],
  lines: (ReceiptLine & { orderId: number })[],
  events: Map<number, (OrderEvent & { orderId: number })[]>,
) {
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ id, ...order }) => ({
    ...order,
    lines: (linesByOrder.get(id) ?? []).map(({ orderId: _, ...line }) => line),
    events: (events.get(id) ?? []).map(({ orderId: _, ...event }) => event),
  }));
}
