import { type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { OrderState } from "#database/schema.ts";
import { startsAny } from "../../accounts/find-customers.ts";
import { containsWord, splitWords } from "../../text/match-words.ts";
import { normalizeEmail } from "../../values/email-address.ts";
import { correctOrderNumber, isOrderNumber } from "../../values/order-number.ts";
import { type OrderRow, orderColumns } from "../order-columns.ts";
import { ordersWithFailedRefunds, ordersWithPendingRefunds } from "../read-refunds.ts";
import { ordersWithOpenReturns } from "../read-returns.ts";
import { type DisputeState, ordersWithOpenDisputes, readDisputes } from "../state/apply-dispute.ts";
import { hasOpenWithdrawal, isToSend, readUnpaid, unpaidInvoices } from "../unpaid-offline-orders.ts";
import type { OrderCursor } from "./read-order.ts";

/** Which orders an owner looks for. Moments are milliseconds since 1970 (UTC). */
export interface OrderSearch {
  /** An order's number; or words, each of which starts its customer's email, or is part of its number, name, address, phone number or products. */
  text?: string | undefined;
  /** The id of the customer whose they are. */
  userId?: string;
  /** That customer's email. */
  email?: string | undefined;
  state?: OrderState | undefined;
  /** The number of their delivery option, also a deleted one. */
  deliveryOptionId?: number | undefined;
  /** The number of the place where they are collected, also a deleted one. */
  pickupPlaceId?: number | undefined;
  /** Only returned orders that aren't fully refunded. */
  isRefundDue?: boolean;
  /** Only those with a failed refund that is outstanding. */
  hasFailedRefund?: boolean;
  /** Only those with a refund that isn't settled yet. */
  hasPendingRefund?: boolean;
  /** Only those with a dispute that isn't decided yet. */
  hasOpenDispute?: boolean;
  /** Only those that can be sent, where the shop sends orders before their invoice is paid. */
  isToSend?: boolean;
  /** Only those whose customer has withdrawn, and staff aren't done with that; false for only the others. */
  isWithdrawn?: boolean | undefined;
  /** Only those with an invoice that isn't paid yet. */
  isUnpaid?: boolean;
  /** Only those with an unpaid invoice that was due before this day, YYYY-MM-DD. */
  overdueOn?: string | undefined;
  /** Only those with a return request that isn't finished. */
  hasOpenReturn?: boolean;
  /** Placed at this moment or later. */
  from?: number | undefined;
  /** Placed before this moment. */
  until?: number | undefined;
  sort: "newest" | "oldest";
  /** The order that the page before ended with. */
  after?: OrderCursor | undefined;
  limit: number;
}

/** An order as a line of a list. */
export interface FoundOrder extends OrderRow {
  email: string;
  /** The sum of its failed refunds that are outstanding. */
  outstandingCents: number;
  /** What is left to pay outside the shop. */
  dueCents: number;
  dispute: DisputeState | undefined;
  /** Whether its customer has withdrawn, and staff aren't done with that. */
  isWithdrawn: boolean;
}

/**
 * One part of a search's orders, for the shop's owner.
 *
 * @returns the orders and the next part's cursor; undefined at the end
 */
export async function findOrders(db: Database, search: OrderSearch) {
  const { after, sort, limit } = search;
  const [direction, behind] = sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const number = await correctOrderNumber(db, search.text ?? "");
  const isNumber = isOrderNumber(number) && (await hasOrder(db, number));
  let query = (isNumber ? withNumber(db, number) : matching(db, search))
    .select(["customers.email", ...orderColumns])
    .select((eb) => hasOpenWithdrawal(eb).as("isWithdrawn"))
    .select((eb) =>
      eb
        .selectFrom("refunds")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("outstandingCents"), eb.lit(0)).as("cents"))
        .whereRef("refunds.orderId", "=", "orders.id")
        .as("outstandingCents"),
    )
    .orderBy("orders.createdAt", direction)
    .orderBy("orders.id", direction)
    .limit(limit + 1);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple("orders.createdAt", "orders.id"), behind, eb.tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  const disputes = await readDisputes(
    db,
    rows.map(({ id }) => id),
  );
  const unpaid = await readUnpaid(db, rows);
  const found: FoundOrder[] = rows.map((row) => ({
    ...row,
    dueCents: unpaid.has(row.id) ? row.totalCents - row.creditedCents : 0,
    outstandingCents: Number(row.outstandingCents),
    dispute: disputes.get(row.id),
    isWithdrawn: Boolean(row.isWithdrawn),
  }));
  const orders = found.slice(0, limit);
  return { orders, next: found.length > limit ? orders.at(-1) : undefined };
}

/** How many orders are in each state. States without orders are missing. */
export async function countOrders(db: Database): Promise<Partial<Record<OrderState, number>>> {
  const rows = await db
    .selectFrom("orders")
    .select((eb) => ["state", eb.fn.countAll<number>().as("orders")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, orders }) => [state, Number(orders)]));
}

/** How many orders a search finds. */
export async function countFoundOrders(db: Database, search: Omit<OrderSearch, "sort" | "after" | "limit">) {
  const counted = matching(db, search).select((eb) => eb.fn.countAll<number>().as("orders"));
  return Number((await counted.executeTakeFirstOrThrow()).orders);
}

async function hasOrder(db: Database, orderNumber: string) {
  const order = db.selectFrom("orders").select("id").where("orderNumber", "=", orderNumber);
  return (await order.executeTakeFirst()) !== undefined;
}

function withNumber(db: Database, orderNumber: string) {
  return ordersWithCustomers(db).where("orderNumber", "=", orderNumber);
}

function matching(
  db: Database,
  { text, userId, email, state, from, until, ...search }: Omit<OrderSearch, "sort" | "after" | "limit">,
) {
  let query = ordersWithCustomers(db);
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (email !== undefined) query = query.where("customers.email", "=", normalizeEmail(email));
  if (state) query = query.where("state", "=", state);
  if (search.deliveryOptionId !== undefined) query = query.where("deliveryOptionId", "=", search.deliveryOptionId);
  if (search.pickupPlaceId !== undefined) query = query.where("pickupPlaceId", "=", search.pickupPlaceId);
  if (search.isRefundDue) query = query.where("orders.id", "in", refundDueOrders(db));
  if (search.hasFailedRefund) query = query.where("orders.id", "in", ordersWithFailedRefunds(db));
  if (search.hasPendingRefund) query = query.where("orders.id", "in", ordersWithPendingRefunds(db));
  if (search.hasOpenReturn) query = query.where("orders.id", "in", ordersWithOpenReturns(db));
  if (search.hasOpenDispute) query = query.where("orders.id", "in", ordersWithOpenDisputes(db));
  if (search.isToSend) query = query.where(isToSend(true));
  if (search.isWithdrawn !== undefined)
    query = query.where((eb) => (search.isWithdrawn ? hasOpenWithdrawal(eb) : eb.not(hasOpenWithdrawal(eb))));
  if (search.isUnpaid) query = query.where("orders.id", "in", unpaidInvoices(db));
  if (search.overdueOn !== undefined) query = query.where("orders.id", "in", unpaidInvoices(db, search.overdueOn));
  if (from !== undefined) query = query.where("orders.createdAt", ">=", from);
  if (until !== undefined) query = query.where("orders.createdAt", "<", until);
  for (const word of splitWords(text ?? "")) query = query.where(mentions(db, word));
  return query;
}

const searchedTexts = ["orders.recipientKey", "orders.addressKey", "orders.itemsKey"];
const searchedNumbers = ["orders.orderNumber", "orders.zipCode", "orders.recipientPhone", "orders.paymentReference"];

/** Whether a word starts the customer's email, or is part of the order's number, payment reference, name, address or phone number, or of a product's id, SKU or title. */
function mentions(db: Database, word: string) {
  const customers = db
    .selectFrom("customers as named")
    .select("uid")
    .where(startsAny(db, ["emailKey"], word));
  const inOrder = containsWord(db, word, searchedTexts, searchedNumbers);
  return sql<SqlBool>`(${sql.ref("orders.userId")} in ${customers} or ${inOrder})`;
}

/** The orders whose items came back, and whose refund is due, unless staff closed the return. `closableOf` has the same rule. */
export function refundDueOrders(db: Database) {
  return db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "returned")
    .where((eb) => {
      const closed = eb.selectFrom("orderEvents").select("step").whereRef("orderEvents.orderId", "=", "orders.id");
      return eb.not(eb.exists(closed.where("step", "=", "returnClosed")));
    })
    .where((eb) => {
      const promised = eb
        .selectFrom("refunds")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amountCents"), eb.lit(0)).as("cents"))
        .whereRef("refunds.orderId", "=", "orders.id")
        .where("refunds.state", "!=", "failed");
      return eb(eb("totalCents", "-", eb.ref("creditedCents")), ">", promised);
    });
}

function ordersWithCustomers(db: Database) {
  return db.selectFrom("orders").innerJoin("customers", "customers.uid", "orders.userId");
}
