import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { orderSearchText } from "#database/migrations/103-large-lists.ts";
import { trackingKey } from "#database/migrations/112-tracking-numbers.ts";
import type { OrderState, Schema } from "#database/schema.ts";
import { startsAny } from "../../accounts/find-customers.ts";
import { isStorableText } from "../../forms/validate.ts";
import { foldText } from "../../text/fold-text.ts";
import { containsWord, isIndexedPart, patternOf, splitWords, startsWith } from "../../text/match-words.ts";
import { countUpTo } from "../../values/counted-rows.ts";
import { normalizeEmail } from "../../values/email-address.ts";
import { correctOrderNumber, isOrderNumber } from "../../values/order-number.ts";
import { fieldLimits } from "../field-limits.ts";
import { hasOpenWithdrawal } from "../open-withdrawals.ts";
import { type OrderRow, orderColumns } from "../order-columns.ts";
import {
  ordersWithFailedRefunds,
  ordersWithPendingRefunds,
  ordersWithRefunds,
  readRefundedCents,
} from "../read-refunds.ts";
import { ordersWithOpenReturns } from "../read-returns.ts";
import { type DisputeState, ordersWithOpenDisputes, readDisputes } from "../state/apply-dispute.ts";
import { orderStates } from "../state/state-machine.ts";
import { isToSend, readUnpaid, unpaidInvoices } from "../unpaid-offline-orders.ts";
import type { OrderCursor } from "./read-order.ts";

/** Which orders an owner looks for. Moments are milliseconds since 1970 (UTC). */
export interface OrderSearch {
  /**
   * The number of an order, or of an invoice or credit note; a parcel's tracking number or its beginning; or words, each of which starts its customer's email, or is part of its number, name, address, phone number or products. A word
   * with an @ that starts emails means these alone.
   */
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
  /** Only those of which something was paid back. */
  hasRefund?: boolean;
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
  /** What was paid back, without refunds that aren't settled yet. */
  refundedCents: number;
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
  const { limit } = search;
  const rows = await readPage(db, search);
  const ids = rows.map(({ id }) => id);
  const disputes = await readDisputes(db, ids);
  const refunded = await readRefundedCents(db, ids);
  const unpaid = await readUnpaid(db, rows);
  const found: FoundOrder[] = rows.map((row) => ({
    ...row,
    refundedCents: refunded.get(row.id) ?? 0,
    dueCents: unpaid.has(row.id) ? row.totalCents - row.creditedCents : 0,
    outstandingCents: Number(row.outstandingCents),
    dispute: disputes.get(row.id),
    isWithdrawn: Boolean(row.isWithdrawn),
  }));
  const orders = found.slice(0, limit);
  return { orders, next: found.length > limit ? orders.at(-1) : undefined };
}

type Orders = SelectQueryBuilder<Schema, "orders", object>;

/** Orders that are looked through one by one before all are searched: searches for what many orders have end here. See docs/decisions/0364. */
const nearestOrders = 10_000;

/**
 * A sort that no index has: PostgreSQL takes what is looked for to be as frequent among old orders as among new ones, and would look through all by time.
 * SQLite would, too, which takes three times as long as to read them as they are stored.
 */
const unindexedTime = sql`orders."createdAt" + 0`;

/** One page and one order more. */
async function readPage(db: Database, search: OrderSearch) {
  const number = await correctOrderNumber(db, search.text ?? "");
  if (isOrderNumber(number) && (await hasOrder(db, number)))
    return selectListed(withNumber(db, number), search).execute();
  const numbered = await findNumbered(db, search.text);
  if (numbered) return selectListed(matching(db, search, [], numbered), search).execute();
  return readMatching(db, search, await readSearchedWords(db, search.text));
}

/** Those whose texts have the words. */
async function readMatching(db: Database, search: OrderSearch, words: SearchedWord[]) {
  // Few can be sent, and the oldest of these are new.
  if (words.length === 0)
    return selectListed(matching(db, search, []), search, search.isToSend ? unindexedTime : undefined).execute();
  const ids = await findIds(db, search, words);
  if (ids.length === 0) return [];
  return selectListed(db.selectFrom("orders").where("orders.id", "in", ids), search).execute();
}

/** Those of one page and one order more. */
async function findIds(db: Database, search: OrderSearch, words: SearchedWord[]) {
  const filtered = sorted(matching(db, search, []), search);
  const near = filtered.selectAll("orders").limit(nearestOrders);
  const direction = directions[search.sort];
  const found = await db
    .selectFrom(near.as("orders"))
    .select("orders.id")
    .where(mentionsAll(db, words))
    .orderBy("orders.createdAt", direction)
    .orderBy("orders.id", direction)
    .limit(search.limit + 1)
    .execute();
  const isEnough = found.length > search.limit || !(await hasMore(filtered, nearestOrders));
  if (isEnough) return found.map(({ id }) => id);
  const all = sorted(matching(db, search, words), search, unindexedTime);
  const rows = await all
    .select("orders.id")
    .limit(search.limit + 1)
    .execute();
  return rows.map(({ id }) => id);
}

async function hasMore(orders: Orders, count: number) {
  return (await orders.select("orders.id").offset(count).limit(1).executeTakeFirst()) !== undefined;
}

/** What lists show of the orders of one page, and of one order more. */
function selectListed(orders: Orders, search: OrderSearch, by?: RawBuilder<unknown>) {
  return sorted(orders, search, by)
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["customers.email", ...orderColumns])
    .select((eb) => hasOpenWithdrawal(eb).as("isWithdrawn"))
    .select((eb) =>
      eb
        .selectFrom("refunds")
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("outstandingCents"), eb.lit(0)).as("cents"))
        .whereRef("refunds.orderId", "=", "orders.id")
        .as("outstandingCents"),
    )
    .limit(search.limit + 1);
}

const directions = { newest: "desc", oldest: "asc" } as const;

function sorted(orders: Orders, { sort, after }: OrderSearch, by: RawBuilder<unknown> = sql.ref("orders.createdAt")) {
  const direction = directions[sort];
  const all = orders.orderBy(by, direction).orderBy("orders.id", direction);
  if (!after) return all;
  return all.where((eb) =>
    eb(
      eb.refTuple("orders.createdAt", "orders.id"),
      sort === "newest" ? "<" : ">",
      eb.tuple(after.createdAt, after.id),
    ),
  );
}

/** How many orders are in each state, as `countUpTo` counts. */
export async function countOrders(db: Database): Promise<Partial<Record<OrderState, number>>> {
  const counts = await db
    .selectNoFrom(
      orderStates.map((state) =>
        countUpTo(db, db.selectFrom("orders").select("id").where("state", "=", state)).as(state),
      ),
    )
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(counts).map(([state, orders]) => [state, Number(orders)]));
}

/** How many orders a search finds. */
export async function countFoundOrders(db: Database, search: Omit<OrderSearch, "sort" | "after" | "limit">) {
  const numbered = await findNumbered(db, search.text);
  const found = numbered
    ? matching(db, search, [], numbered)
    : matching(db, search, await readSearchedWords(db, search.text));
  const counted = found.select((eb) => eb.fn.countAll<number>().as("orders"));
  return Number((await counted.executeTakeFirstOrThrow()).orders);
}

async function hasOrder(db: Database, orderNumber: string) {
  const order = db.selectFrom("orders").select("id").where("orderNumber", "=", orderNumber);
  return (await order.executeTakeFirst()) !== undefined;
}

function withNumber(db: Database, orderNumber: string) {
  return db.selectFrom("orders").where("orderNumber", "=", orderNumber);
}

function matching(
  db: Database,
  { userId, email, state, from, until, ...search }: Omit<OrderSearch, "text" | "sort" | "after" | "limit">,
  words: SearchedWord[],
  among: Orders = db.selectFrom("orders"),
) {
  let query = among;
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (email !== undefined) query = query.where("userId", "in", customersWithEmail(db, normalizeEmail(email)));
  if (state) query = query.where("state", "=", state);
  if (search.deliveryOptionId !== undefined) query = query.where("deliveryOptionId", "=", search.deliveryOptionId);
  if (search.pickupPlaceId !== undefined) query = query.where("pickupPlaceId", "=", search.pickupPlaceId);
  if (search.isRefundDue) query = query.where("orders.id", "in", refundDueOrders(db));
  if (search.hasFailedRefund) query = query.where("orders.id", "in", ordersWithFailedRefunds(db));
  if (search.hasPendingRefund) query = query.where("orders.id", "in", ordersWithPendingRefunds(db));
  if (search.hasRefund) query = query.where("orders.id", "in", ordersWithRefunds(db));
  if (search.hasOpenReturn) query = query.where("orders.id", "in", ordersWithOpenReturns(db));
  if (search.hasOpenDispute) query = query.where("orders.id", "in", ordersWithOpenDisputes(db));
  if (search.isToSend) query = query.where(isToSend(true));
  if (search.isWithdrawn !== undefined)
    query = query.where((eb) => (search.isWithdrawn ? hasOpenWithdrawal(eb) : eb.not(hasOpenWithdrawal(eb))));
  if (search.isUnpaid) query = query.where("orders.id", "in", unpaidInvoices(db));
  if (search.overdueOn !== undefined) query = query.where("orders.id", "in", unpaidInvoices(db, search.overdueOn));
  if (from !== undefined) query = query.where("orders.createdAt", ">=", from);
  if (until !== undefined) query = query.where("orders.createdAt", "<", until);
  return words.length > 0 ? query.where(mentionsAll(db, words, isAmongFound)) : query;
}

/** The orders of a document or of parcels with the number that a text is; undefined for any other text. */
async function findNumbered(db: Database, text = "") {
  return (await findDocumented(db, text)) ?? findTracked(db, text);
}

/** The order that the invoice or credit note of a number was issued for. */
async function findDocumented(db: Database, text: string): Promise<Orders | undefined> {
  const number = text.trim().toUpperCase();
  if (number === "" || !isStorableText(number)) return undefined;
  const documents = db.selectFrom("documents").select("orderId").where("number", "=", number);
  const document = await documents.executeTakeFirst();
  return document && db.selectFrom("orders").where("orders.id", "=", document.orderId);
}

/** Signs of a parcel's number that say which it is: postcodes and years are shorter. */
const fewestTracked = 6;

/** With more parcels than this, orders are looked through by time. */
const fewParcels = 20_000;

/**
 * The orders with a parcel whose tracking number is the text or starts with it, whatever its spaces. A search for one means these alone. See docs/decisions/0403.
 *
 * @returns undefined if no parcel has such a number
 */
async function findTracked(db: Database, text: string): Promise<Orders | undefined> {
  const start = text.replaceAll(/\s/g, "").toLowerCase();
  if (start.length < fewestTracked || start.length > fieldLimits.tracking || !/\d/.test(start)) return undefined;
  const parcels = db
    .selectFrom("orderEvents")
    .select("orderId")
    .where("tracking", "is not", null)
    .where(startsWith(sql.raw(trackingKey(engineOf(db))), start));
  const hasMoreThan = async (count: number) => (await parcels.offset(count).limit(1).executeTakeFirst()) !== undefined;
  if (!(await hasMoreThan(0))) return undefined;
  const orders = db.selectFrom("orders");
  if (!(await hasMoreThan(fewParcels))) {
    // The limit, which is never reached, keeps SQLite from looking for the other filters first.
    const few = orders.selectAll().where("id", "in", parcels).limit(fewParcels);
    return db.selectFrom(few.as("orders"));
  }
  // A scalar subquery: SQLite turns any other form into a join that reads all parcels first.
  const ofOrder = parcels.whereRef("orderId", "=", "orders.id" as never).clearSelect();
  return orders.where(sql<SqlBool>`${ofOrder.select((eb) => eb.fn.countAll().as("parcels"))} > 0`);
}

const searchedTexts = ["orders.recipientKey", "orders.addressKey", "orders.itemsKey"];
/** In ASCII, as they were typed. */
const searchedNumbers = [
  "orders.orderNumber",
  "orders.zipCode",
  "orders.recipientPhone",
  "orders.paymentReference",
] as const;

/** A word of a search, folded, with the customers whose email it starts; undefined for more than `fewCustomers`. */
interface SearchedWord {
  word: string;
  customers: string[] | undefined;
}

/** So many customers are found before their orders. */
const fewCustomers = 5000;

async function readSearchedWords(db: Database, text = ""): Promise<SearchedWord[]> {
  return Promise.all(
    splitWords(text).map(async (word) => {
      const found = await customersOf(db, word)
        .limit(fewCustomers + 1)
        .execute();
      return { word, customers: found.length > fewCustomers ? undefined : found.map(({ uid }) => uid) };
    }),
  );
}

function customersOf(db: Database, word: string) {
  return db
    .selectFrom("customers as named")
    .select("uid")
    .where(startsAny(db, ["emailKey"], word));
}

/** Addresses have an index as they are searched. */
function customersWithEmail(db: Database, email: string) {
  return customersOf(db, foldText(email)).where("email", "=", email);
}

/** Whether each word starts the customer's email, or is part of the order's number, payment reference, name, address or phone number, or of a product's id, SKU or title. */
function mentionsAll(db: Database, words: SearchedWord[], mentions = hasWord) {
  const conditions = words.map((word) => sql`(${isOfEmails(db, word) ?? mentions(db, word)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** For orders that are looked through one by one. */
function hasWord(db: Database, { word, customers }: SearchedWord) {
  const isOfCustomer = customers
    ? isOneOf(db, customers)
    : sql`exists ${customersOf(db, word).whereRef("named.uid", "=", "orders.userId" as never)}`;
  const pattern = patternOf(word);
  if (engineOf(db) === "postgres") return sql`${isOfCustomer} or ${sql.raw(orderSearchText)} like ${pattern}`;
  // SQLite's `like` takes ASCII letters of both cases for the same.
  const isInNumber = searchedNumbers.map((column) => sql`${sql.ref(column)} like ${pattern} escape '\\'`);
  return sql`${isOfCustomer} or ${containsWord(db, word, searchedTexts)} or ${sql.join(isInNumber, sql` or `)}`;
}

/** A word with an @ that starts emails means these alone: their orders have an index, and texts have to be read. Undefined for any other word. */
function isOfEmails(db: Database, { word, customers = [] }: SearchedWord) {
  return word.includes("@") && customers.length > 0 ? isOneOf(db, customers) : undefined;
}

function isOneOf(db: Database, customers: string[]) {
  return engineOf(db) === "postgres"
    ? sql`orders."userId" = any(${customers}::text[])`
    : sql`orders."userId" in (select value from json_each(${JSON.stringify(customers)}))`;
}

/** For all orders: PostgreSQL asks an index for each of the two. */
function isAmongFound(db: Database, { word, customers }: SearchedWord) {
  if (engineOf(db) === "sqlite") return hasWord(db, { word, customers });
  const isInOrder = isIndexedPart(orderSearchText, word);
  if (customers) return sql`${isOneOf(db, customers)} or ${isInOrder}`;
  const ofCustomers = db.selectFrom("orders").select("id").where("userId", "in", customersOf(db, word));
  return sql`orders.id in (select id from orders where ${isInOrder} union all ${ofCustomers})`;
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
