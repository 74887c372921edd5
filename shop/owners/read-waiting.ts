import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { selectFailedMails } from "../mail/unsent-mails.ts";
import { ordersWithFailedRefunds } from "../orders/read-refunds.ts";
import { ordersWithOpenReturns } from "../orders/read-returns.ts";
import { ordersWithOpenDisputes } from "../orders/state/apply-dispute.ts";
import { isToSend, unpaidInvoices, unpaidOfflineOrders } from "../orders/unpaid-offline-orders.ts";
import { refundDueOrders } from "../orders/views/find-orders.ts";
import { waitingWithdrawals } from "../orders/withdrawals/read-withdrawals.ts";
import { countUpTo } from "../values/counted-rows.ts";
import { type Options, withOptions } from "../values/product-options.ts";

/** Counting stops here; the dashboard shows "1000+". */
export const mostCounted = 1000;

/** Open tasks, each counted up to 1,000. */
export interface Waiting {
  /** Orders that can be sent: paid ones, and those with an unpaid invoice where the shop sends them. */
  toSend: number;
  /** Orders whose payment outside the shop an owner records. */
  toPay: number;
  /** Unpaid orders whose invoice was due before today. */
  overdue: number;
  /** Orders with a return request that isn't finished. */
  returns: number;
  /** Statements of withdrawal that no return request follows. */
  withdrawals: number;
  /** Returned orders that aren't fully refunded. */
  refundsDue: number;
  messages: number;
  /** Emails with a failed attempt. */
  failedMails: number;
  /** Refunds that the provider hasn't settled. */
  refunds: number;
  /** Orders with an outstanding failed refund. */
  failedRefunds: number;
  /** Orders with a dispute that isn't decided yet. */
  disputes: number;
}

interface Invoicing {
  /** YYYY-MM-DD; without it, no invoice counts as overdue */
  today?: string;
  /** Whether orders are sent before their invoice is paid. */
  sendsUnpaid?: boolean | undefined;
}

/** Counts the owner's open tasks, in one query: each would take a connection that orders need. See docs/decisions/0375. */
export function readWaiting(db: Database, invoicing: Invoicing = {}): Promise<Waiting> {
  return readCounts(db, waitingRows(db, invoicing));
}

/** The open tasks that the menu of every screen shows. */
export type MenuCounts = Pick<Waiting, "toSend" | "withdrawals" | "messages" | "failedMails">;

/** Counts them as `readWaiting` does. */
export function readMenuCounts(db: Database, invoicing: Invoicing): Promise<MenuCounts> {
  const { toSend, withdrawals, messages, failedMails } = waitingRows(db, invoicing);
  return readCounts(db, { toSend, withdrawals, messages, failedMails });
}

/** What waits, by its name in `Waiting`. */
function waitingRows(db: Database, { today = "", sendsUnpaid }: Invoicing) {
  return {
    toSend: db.selectFrom("orders").select("id").where(isToSend(sendsUnpaid)),
    toPay: unpaidOfflineOrders(db),
    overdue: unpaidInvoices(db, today),
    returns: ordersWithOpenReturns(db),
    withdrawals: waitingWithdrawals(db),
    refundsDue: refundDueOrders(db),
    messages: db.selectFrom("contactMessages").select("id").where("doneAt", "is", null),
    failedMails: selectFailedMails(db),
    refunds: db.selectFrom("refunds").select("id").where("state", "=", sql.lit("pending")),
    failedRefunds: ordersWithFailedRefunds(db),
    disputes: ordersWithOpenDisputes(db),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table are counted
type Rows = SelectQueryBuilder<any, any, unknown>;

async function readCounts<Name extends string>(db: Database, rows: Record<Name, Rows>) {
  const names = Object.keys(rows) as Name[];
  const counts = await db
    .selectNoFrom(names.map((name) => countUpTo(db, rows[name], mostCounted).as(name)))
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])) as Record<
    Name,
    number
  >;
}

/** A product with low or no stock. */
export interface LowProduct {
  id: string;
  title: string;
  thumbnail: string;
  options: Options;
  stock: number;
}

/** Products that are low or out of stock, lowest stock first. */
export async function readLowProducts(db: Database, limit: number): Promise<LowProduct[]> {
  const rows = await db
    .selectFrom("products")
    .select(["id", "title", "thumbnail", "options", "stock"])
    .where("availabilityStatus", "!=", "In Stock")
    .orderBy("stock")
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map(withOptions);
}
