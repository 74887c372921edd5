import type { Database } from "#database/connect.ts";
import type { OrderStep } from "#database/schema.ts";
import { type ClosableRefund, readClosable } from "./close-refunds.ts";
import { type OrderEvent, OrderUnknownError, totalCentsOf } from "./order-events.ts";
import { isOrderNumber } from "./order-number.ts";
import { readOrderVersion } from "./order-version.ts";
import { type Receipt, readReceiptForMail } from "./read-order.ts";
import { type Refund, readRefundable, readRefunds } from "./refund-order.ts";

/** Something that has happened to an order, from its placing on. Moments are milliseconds since 1970 (UTC). */
export type HistoryEntry = Omit<OrderEvent, "position" | "step"> & { step: "placed" | OrderStep };

/** An order as the shop's owner sees it. */
export interface OwnersOrder extends Receipt {
  /** The customer's, as the email and the name are. */
  uid: string;
  email: string;
  /** What has happened to it, the placing first. */
  history: HistoryEntry[];
  name: string;
  /** Money that is still to go back. */
  waitingRefunds: Refund[];
  /** Failed refunds whose money is outstanding, the oldest first. */
  failedRefunds: Refund[];
  /** What can be closed without being refunded. */
  closable: ClosableRefund | undefined;
  /** What can still be paid back, in cents. */
  refundableCents: number;
  /** Every event and every refund changes it. */
  version: string;
}

/** An order, whoever's it is, with all that has happened to it; for the shop's owner. @throws OrderUnknownError */
export async function readOwnersOrder(db: Database, orderNumber: string): Promise<OwnersOrder> {
  if (!isOrderNumber(orderNumber)) throw new OrderUnknownError(orderNumber);
  const owned = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "uid", "email", "firstname", "lastname"])
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirst();
  if (!owned) throw new OrderUnknownError(orderNumber);
  const { id, uid, email, firstname, lastname } = owned;
  // Before the rest, so that what happens while it is read makes the version an old one.
  const version = await readOrderVersion(db, id);
  const order = await readReceiptForMail(db, orderNumber);
  if (!order) throw new OrderUnknownError(orderNumber);
  const refunds = await readRefunds(db, id);
  const waitingRefunds = refunds.filter(({ state }) => state === "waiting");
  const refundableCents = await readRefundable(db, { ...order, id, totalCents: totalCentsOf(order.totalPrice) });
  const failedRefunds = refunds.filter(({ outstandingCents }) => outstandingCents > 0);
  const closable = await readClosable(db, id);
  const name = `${firstname} ${lastname}`;
  const money = { waitingRefunds, failedRefunds, closable, refundableCents };
  return { ...order, ...money, uid, email, name, history: historyOf(order), version };
}

function historyOf({ createdAt, events }: Receipt): HistoryEntry[] {
  const nothing = { note: null, amountCents: null, carrier: null, tracking: null, wasSettled: null };
  return [{ step: "placed", actor: "customer", createdAt, ...nothing }, ...events];
}
