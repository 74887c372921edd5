import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import type { OrderState } from "#database/schema.ts";
import { manualProvider } from "../../payments/provider.ts";
import { isOrderNumber } from "../../values/order-number.ts";
import { type Options, withOptions } from "../../values/product-options.ts";
import { type OrderRow, orderColumns } from "../order-columns.ts";
import { readRefundedCents } from "../read-refunds.ts";
import { readReturns } from "../read-returns.ts";
import { type OrderEvent, readEvents } from "../state/events.ts";
import type { ReturnRequest } from "../state/order.ts";
import { readUnpaid, unpaidInvoices } from "../unpaid-offline-orders.ts";

/** A stored order with its lines. */
export interface StoredOrder extends Omit<OrderRow, "id"> {
  lines: StoredLine[];
}

/** An order with all that is known of it. Its views pick from it. Moments are milliseconds since 1970 (UTC). */
export interface OrderDetails extends StoredOrder {
  /** What was refunded, as far as its refunds are settled. */
  refundedCents: number;
  paymentProvider: string;
  /** What its customer still has to pay outside the shop; 0 for orders that a provider takes the payment of. */
  dueCents: number;
  /** When an order is cancelled unless its customer has paid outside the shop; null for other orders. */
  payUntil: number | null;
  /** Whether the customer has paid, and their bank hasn't confirmed it yet. */
  isProcessing: boolean;
  /** What has happened to it since it was placed, in turn. */
  events: OrderEvent[];
  /** What its customer asked to return, the oldest first. */
  returns: ReturnRequest[];
}

export interface ReceiptLine {
  productId: string;
  title: string;
  priceCents: number;
  thumbnail: string;
  brand: string | null;
  quantity: number;
  /** What it was told from its siblings by. */
  options: Options;
}

interface StoredLine extends ReceiptLine {
  sku: string | null;
  /** What of the order's discount falls on it. */
  discountCents: number;
  /** Its VAT rate in hundredths of a percent; null if the seller wasn't registered. */
  vatBasisPoints: number | null;
}

/** A customer's newest order; undefined before their first. */
export async function readLastPurchase(db: Database, userId: string): Promise<StoredOrder | undefined> {
  const newest = await customerOrders(db, userId).limit(1).execute();
  return (await withLines(db, newest))[0]?.order;
}

const ordersPerPage = 10;

/** A page of a customer's orders, newest first. */
interface OrderPage {
  orders: (StoredOrder & Pick<OrderDetails, "dueCents" | "refundedCents">)[];
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
  const orders = await customerOrders(db, userId)
    .limit(ordersPerPage)
    .offset((shownPage - 1) * ordersPerPage)
    .execute();
  const unpaid = await readUnpaid(db, orders);
  const refunded = await readRefundedCents(
    db,
    orders.map(({ id }) => id),
  );
  const shown = (await withLines(db, orders)).map(({ id, order }) => ({
    ...order,
    refundedCents: refunded.get(id) ?? 0,
    dueCents: unpaid.has(id) ? order.totalCents - order.creditedCents : 0,
  }));
  return { orders: shown, total: Number(total), page: shownPage, pages };
}

/** A customer's orders, newest first. */
function customerOrders(db: Database, userId: string) {
  return db
    .selectFrom("orders")
    .select(orderColumns)
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc");
}

/** Adds the events to orders with their lines. */
async function withDetails<Order extends OrderRow>(db: Database, orders: Order[]) {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const [events, refunded, payments, returns, complete] = await pipeline(
    db,
    (db) => readEvents(db, ids),
    (db) => readRefundedCents(db, ids),
    (db) => readPayments(db, ids),
    (db) => readReturns(db, ids),
    (db) => withLines(db, orders),
  );
  return complete.map(({ id, order }) => {
    const { provider = "", state, dueAt = null, processingSince = null } = payments.get(id) ?? {};
    const isDue = provider === manualProvider && state === "pending";
    return {
      ...order,
      refundedCents: refunded.get(id) ?? 0,
      events: events.get(id) ?? [],
      returns: returns.get(id) ?? [],
      paymentProvider: provider,
      dueCents: isDue ? order.totalCents - order.creditedCents : 0,
      payUntil: provider === manualProvider ? dueAt : null,
      isProcessing: order.state === "awaiting-payment" && processingSince !== null,
    };
  });
}

async function readPayments(db: Database, orderIds: number[]) {
  const payments = db.selectFrom("payments").select(["orderId", "provider", "state", "dueAt", "processingSince"]);
  const rows = await payments.where("orderId", "in", orderIds).execute();
  return new Map(rows.map((payment) => [payment.orderId, payment]));
}

/** Adds their lines to orders. @returns each order's id, and the order without it */
export async function withLines<Order extends { id: number }>(db: Database, orders: Order[]) {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const lines = await db
    .selectFrom("orderLines")
    .select([
      "orderId",
      "productId",
      "title",
      "priceCents",
      "thumbnail",
      "brand",
      "quantity",
      "discountCents",
      "vatBasisPoints",
      "options",
      "sku",
    ])
    .where("orderId", "in", ids)
    .orderBy("orderId")
    .orderBy("position")
    .execute();
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map(({ id, ...order }) => ({
    id,
    order: {
      ...order,
      lines: (linesByOrder.get(id) ?? []).map(({ orderId: _, ...line }): StoredLine => withOptions(line)),
    },
  }));
}

/** Part of all orders with their lines, by their ids. @param after the last id of the part before; 0 for the first */
export async function readOrdersAfter(db: Database, after: number, limit: number) {
  const orders = db.selectFrom("orders").select(orderColumns).where("id", ">", after);
  return withLines(db, await orders.orderBy("id").limit(limit).execute());
}

/** Orders with their lines. */
export async function readOrdersById(db: Database, ids: number[]) {
  return withLines(db, await db.selectFrom("orders").select(orderColumns).where("id", "in", ids).execute());
}

/** A customer's own order, or undefined when they have none with that number. */
export async function readCustomersOrder(
  db: Database,
  userId: string,
  orderNumber: string,
): Promise<OrderDetails | undefined> {
  if (!isOrderNumber(orderNumber)) return undefined;
  const orders = await ordersWith(db, orderNumber).where("userId", "=", userId).execute();
  return (await withDetails(db, orders))[0];
}

/** An order of any customer, for its mails and the shop's owner. */
export async function readOrder(db: Database, orderNumber: string): Promise<OrderDetails | undefined> {
  if (!isOrderNumber(orderNumber)) return undefined;
  return (await withDetails(db, await ordersWith(db, orderNumber).execute()))[0];
}

/** How mails and receipts address who placed an order; "" once their account is deleted. */
export async function readBuyersFirstName(db: Database, orderNumber: string) {
  const customer = await db
    .selectFrom("customers")
    .innerJoin("orders", "orders.userId", "customers.uid")
    .select("customers.firstname")
    .where("orders.orderNumber", "=", orderNumber)
    .executeTakeFirst();
  return customer?.firstname ?? "";
}

function ordersWith(db: Database, orderNumber: string) {
  return db.selectFrom("orders").select(orderColumns).where("orderNumber", "=", orderNumber);
}

/** The last order of a part of a list; the next part starts after it. */
export interface OrderCursor {
  id: number;
  createdAt: number;
}

interface OrderListPart {
  /** Only those in this state. */
  state?: OrderState | undefined;
  /** Only those with an unpaid invoice; with a day (YYYY-MM-DD), only if it was due before. */
  unpaid?: { before?: string } | undefined;
  /** The end of the previous part. */
  after?: OrderCursor | undefined;
  limit: number;
}

/** Part of a list of orders with their customers' emails, newest first; for the shop's owner. It takes as long at the end of a million as at the start. */
export async function readOrderList(db: Database, { state, unpaid, after, limit }: OrderListPart) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["email", ...orderColumns])
    .$if(state !== undefined, (query) => query.where("state", "=", state as OrderState))
    .$if(unpaid !== undefined, (query) => query.where("orders.id", "in", unpaidInvoices(db, unpaid?.before)))
    .$if(after !== undefined, (query) => {
      const { createdAt, id } = after as OrderCursor;
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

/** All orders, or all in one state or unpaid, with their customers' emails, newest first; for the shop's owner. */
export async function readOrders(db: Database, state?: OrderState, unpaid?: OrderListPart["unpaid"]) {
  const all: Awaited<ReturnType<typeof readOrderList>>["orders"] = [];
  for (let after: OrderCursor | undefined; ; ) {
    const { orders, end } = await readOrderList(db, { state, unpaid, after, limit: ordersAtATime });
    all.push(...orders);
    if (orders.length < ordersAtATime) return all;
    after = end;
  }
}
