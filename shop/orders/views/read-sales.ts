import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { addDays, startOfDay } from "../../values/days.ts";
import { type Options, withOptions } from "../../values/product-options.ts";
import { settledRefunds } from "../read-refunds.ts";

/** What was sold on a day, by when it was ordered. */
export interface DaySales {
  /** YYYY-MM-DD */
  day: string;
  orders: number;
  /** What was paid or invoiced for them and not refunded or credited, in cents. */
  cents: number;
}

/** The most days that one call reads. */
const mostDays = 100;

/**
 * The sales of each day, in the shop's time zone. Cancelled orders don't count, nor do unpaid ones before they are sent.
 *
 * @param last the last of the days, YYYY-MM-DD
 * @param count how many days, at most 100
 */
export async function readSales(
  db: Database,
  { last, count, timeZone }: { last: string; count: number; timeZone: string },
): Promise<DaySales[]> {
  const days = Array.from({ length: Math.min(count, mostDays) }, (_, index) => addDays(last, index + 1 - count));
  const starts = days.map((day) => startOfDay(day, timeZone));
  const ends = [...starts.slice(1), startOfDay(addDays(last, 1), timeZone)];
  const perDay = starts.map((from, day) => salesBetween(db, day, from, ends[day] as number));
  const { rows } = await sql<{ day: number; orders: number; paid: number | null }>`
    ${sql.join(perDay, sql` union all `)} order by day`.execute(db);
  const refunded = await readRefunded(db, starts[0] as number, ends);
  return rows.map(({ day, orders, paid }) => ({
    day: days[Number(day)] ?? "",
    orders: Number(orders),
    cents: Number(paid ?? 0) - (refunded.get(Number(day)) ?? 0),
  }));
}

/** One part of a union: a range of an index for each day, since days are no longer all alike where clocks change. */
function salesBetween(db: Database, day: number, from: number, until: number): RawBuilder<unknown> {
  return sql`select ${numberIn(db, day)} as day, count(*) as orders, sum(${sql.ref("totalCents")} - ${sql.ref("creditedCents")}) as paid
    from orders where ${isBought(from, until)}`;
}

/**
 * What was refunded of each day's orders, in cents, by the day's place among the days. Refunds are few, so their orders are looked up one by one:
 * in a join, PostgreSQL reads all orders of these days. See docs/performance.md.
 */
async function readRefunded(db: Database, from: number, ends: number[]) {
  const refunds = settledRefunds(db)
    .select((eb) => [
      "amountCents",
      eb
        .selectFrom("orders")
        .select("orders.createdAt")
        .whereRef("orders.id", "=", "refunds.orderId")
        .where(isBought(from, ends.at(-1) as number))
        .as("orderedAt"),
    ])
    // No order is refunded before it is placed.
    .where("refunds.createdAt", ">=", from);
  const day = sql<number>`case ${sql.join(
    ends.map((end, day) => sql`when ${sql.ref("orderedAt")} < ${end} then ${numberIn(db, day)}`),
    sql` `,
  )} end`;
  const rows = await db
    // Otherwise each day would look each order up again.
    .with(
      (cte) => cte("refunded").materialized(),
      () => refunds,
    )
    .selectFrom("refunded")
    .select((eb) => [day.as("day"), eb.fn.sum<number>("amountCents").as("cents")])
    .where("orderedAt", "is not", null)
    .groupBy("day")
    .execute();
  return new Map(rows.map(({ day, cents }) => [Number(day), Number(cents)]));
}

function isBought(from: number, until: number) {
  return sql<boolean>`orders.${sql.ref("createdAt")} >= ${from} and orders.${sql.ref("createdAt")} < ${until}
    and orders.state not in ('awaiting-payment', 'cancelled')`;
}

function numberIn(db: Database, number: number) {
  return engineOf(db) === "postgres" ? sql`${number}::integer` : sql`${number}`;
}

/** A product that sells well. */
export interface BestSeller {
  productId: string;
  title: string;
  thumbnail: string;
  options: Options;
  pieces: number;
}

/** Orders that best sellers are counted in: the newest, so that a large shop waits no longer than a small one. */
const newestOrders = 5000;

/** The products of which the most pieces were sold since a moment, at most in the newest 5,000 orders. */
export async function readBestSellers(db: Database, since: number, limit: number): Promise<BestSeller[]> {
  const bought = db.selectFrom("orders").where("state", "not in", ["awaiting-payment", "cancelled"]);
  const newest = bought
    .select("id")
    .where("createdAt", ">=", since)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(newestOrders);
  const { first } = await db
    .selectFrom(newest.as("newest"))
    .select((eb) => eb.fn.min("id").as("first"))
    .executeTakeFirstOrThrow();
  if (first === null) return [];
  // Ids grow with time: a range of them, which both engines read as one piece.
  const rows = await bought
    .innerJoin("orderLines", "orderLines.orderId", "orders.id")
    .select((eb) => [
      "productId",
      eb.fn.max("title").as("title"),
      eb.fn.max("thumbnail").as("thumbnail"),
      eb.fn.max("options").as("options"),
      eb.fn.sum<number>("quantity").as("pieces"),
    ])
    .where("orders.id", ">=", Number(first))
    .where("orderLines.orderId", ">=", Number(first))
    .groupBy("productId")
    .orderBy("pieces", "desc")
    .orderBy("productId")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...withOptions(row), pieces: Number(row.pieces) }));
}
