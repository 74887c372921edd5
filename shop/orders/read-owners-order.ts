import type { Database } from "#database/connect.ts";
import type { OrderStep } from "#database/schema.ts";
import { type OrderEvent, OrderUnknownError } from "./order-events.ts";
import { type Receipt, readReceiptForMail } from "./read-order.ts";

/** Something that has happened to an order, from its placing on. Moments are milliseconds since 1970 (UTC). */
export type HistoryEntry = Omit<OrderEvent, "position" | "step"> & { step: "placed" | OrderStep };

/** Money that is still to go back to a customer. */
export interface WaitingRefund {
  amountCents: number;
  reason: string;
  actor: string;
  createdAt: number;
  /** How often the provider was asked, and what it answered last. */
  attempts: number;
  lastError: string | null;
}

/** An order as the shop's owner sees it. */
export interface OwnersOrder extends Receipt {
  /** The customer's. */
  email: string;
  /** What has happened to it, the placing first. */
  history: HistoryEntry[];
  waitingRefunds: WaitingRefund[];
}

/** An order, whoever's it is, with all that has happened to it; for the shop's owner. @throws OrderUnknownError */
export async function readOwnersOrder(db: Database, orderNumber: string): Promise<OwnersOrder> {
  const order = await readReceiptForMail(db, orderNumber);
  if (!order) throw new OrderUnknownError(orderNumber);
  const { email } = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select("email")
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirstOrThrow();
  return { ...order, email, history: historyOf(order), waitingRefunds: await readWaitingRefunds(db, orderNumber) };
}

function historyOf({ createdAt, events }: Receipt): HistoryEntry[] {
  const nothing = { note: null, amountCents: null, carrier: null, tracking: null };
  return [{ step: "placed", actor: "customer", createdAt, ...nothing }, ...events];
}

function readWaitingRefunds(db: Database, orderNumber: string): Promise<WaitingRefund[]> {
  return db
    .selectFrom("refunds")
    .innerJoin("orders", "orders.id", "refunds.orderId")
    .select(["amountCents", "reason", "actor", "refunds.createdAt", "attempts", "lastError"])
    .where("orderNumber", "=", orderNumber)
    .where("refunds.state", "=", "waiting")
    .orderBy("refunds.createdAt")
    .orderBy("refunds.id")
    .execute();
}
