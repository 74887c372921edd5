import type { Database } from "#database/connect.ts";
import type { OrderStep } from "#database/schema.ts";
import { type OrderEvent, OrderUnknownError } from "./order-events.ts";
import { type Receipt, readReceiptForMail } from "./read-order.ts";
import { type Refund, readRefunds } from "./refund-order.ts";

/** Something that has happened to an order, from its placing on. Moments are milliseconds since 1970 (UTC). */
export type HistoryEntry = Omit<OrderEvent, "position" | "step"> & { step: "placed" | OrderStep };

/** An order as the shop's owner sees it. */
export interface OwnersOrder extends Receipt {
  /** The customer's. */
  email: string;
  /** What has happened to it, the placing first. */
  history: HistoryEntry[];
  /** Money that is still to go back. */
  waitingRefunds: Refund[];
}

/** An order, whoever's it is, with all that has happened to it; for the shop's owner. @throws OrderUnknownError */
export async function readOwnersOrder(db: Database, orderNumber: string): Promise<OwnersOrder> {
  const order = await readReceiptForMail(db, orderNumber);
  if (!order) throw new OrderUnknownError(orderNumber);
  const { id, email } = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "email"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirstOrThrow();
  const refunds = await readRefunds(db, id);
  const waitingRefunds = refunds.filter(({ state }) => state === "waiting");
  return { ...order, email, history: historyOf(order), waitingRefunds };
}

function historyOf({ createdAt, events }: Receipt): HistoryEntry[] {
  const nothing = { note: null, amountCents: null, carrier: null, tracking: null };
  return [{ step: "placed", actor: "customer", createdAt, ...nothing }, ...events];
}
