import type { Database } from "#database/connect.ts";
import { ordersWithFailedRefunds } from "../orders/failed-refunds.ts";
import { owedOrders } from "../orders/find-orders.ts";

/** Nobody counts on: more than these are "many". */
export const mostCounted = 1000;

/** What waits for the shop's owner: how many of each, at most 1,000. */
export interface Waiting {
  /** Orders that are paid and not sent yet. */
  toSend: number;
  /** Orders whose goods came back, and whose money has not gone back yet, or not all of it. */
  owed: number;
  messages: number;
  /** Mails that could not be sent. */
  failedMails: number;
  /** Refunds that wait for a provider. */
  refunds: number;
  /** Orders with a failed refund that is outstanding. */
  failedRefunds: number;
}

/** Counts what waits for the shop's owner. */
export async function readWaiting(db: Database): Promise<Waiting> {
  const [toSend, owed, messages, failedMails, refunds, failedRefunds] = await Promise.all([
    count(db.selectFrom("orders").select("id").where("state", "=", "paid")),
    count(owedOrders(db)),
    count(db.selectFrom("contactMessages").select("id").where("doneAt", "is", null)),
    count(
      db
        .selectFrom("mails")
        .select("id")
        .where((eb) => eb.or([eb("dueAt", "is not", null), eb("givenUpAt", "is not", null)]))
        .where("lastError", "is not", null),
    ),
    count(db.selectFrom("refunds").select("id").where("dueAt", "is not", null)),
    count(ordersWithFailedRefunds(db)),
  ]);
  return { toSend, owed, messages, failedMails, refunds, failedRefunds };

  async function count(rows: { limit: (most: number) => { execute: () => Promise<unknown[]> } }) {
    return (await rows.limit(mostCounted).execute()).length;
  }
}

/** A product of which there are few pieces, or none. */
export interface LowProduct {
  id: string;
  title: string;
  stock: number;
}

/** The products that the shop calls low in stock or sold out, those with the fewest pieces first. */
export function readLowProducts(db: Database, limit: number): Promise<LowProduct[]> {
  return db
    .selectFrom("products")
    .select(["id", "title", "stock"])
    .where("availabilityStatus", "!=", "In Stock")
    .orderBy("stock")
    .orderBy("position")
    .limit(limit)
    .execute();
}
