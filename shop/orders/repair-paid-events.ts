import type { ExpressionBuilder } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { Schema } from "#database/schema.ts";
import { totalCentsOf } from "./order-events.ts";

const key = "paidEventsCheckedUntil";
/** Orders that are looked at, at least, and those that are repaired, at most, at a time. */
const ordersAtATime = 5000;
const repairsAtATime = 500;
/** Milliseconds: clocks of several machines differ by less, and transactions are shorter. */
const overlapMs = 60 * 60_000;

/**
 * Gives orders that were paid as they were placed the `paid` event that they lack: those that a version placed which knew no events, while
 * a newer one had migrated the database already. It looks at orders that are newer than those that it has looked at before.
 *
 * @returns how many orders got their event
 */
export async function repairPaidEvents(db: Database) {
  const checked = await readChecked(db);
  const newest = await readNewest(db);
  if (newest === undefined) return 0;
  let repaired = 0;
  for (let from = checked - overlapMs; from < newest; ) {
    const until = await endOfBatch(db, from, newest);
    repaired += await repairBetween(db, from, until);
    from = until;
  }
  if (newest > checked) await noteChecked(db, newest);
  return repaired;
}

async function readChecked(db: Database) {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function noteChecked(db: Database, createdAt: number) {
  const value = String(createdAt);
  await db
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

async function readNewest(db: Database) {
  const newest = db.selectFrom("orders").select("createdAt").orderBy("createdAt", "desc").limit(1);
  return (await newest.executeTakeFirst())?.createdAt;
}

async function endOfBatch(db: Database, from: number, newest: number) {
  const order = db.selectFrom("orders").select("createdAt").where("createdAt", ">", from).orderBy("createdAt");
  return (await order.offset(ordersAtATime).limit(1).executeTakeFirst())?.createdAt ?? newest;
}

/** @param from milliseconds since 1970 (UTC), exclusive @param until inclusive */
async function repairBetween(db: Database, from: number, until: number) {
  for (let repaired = 0; ; ) {
    const count = await db.transaction().execute((trx) => repairSome(trx, from, until));
    repaired += count;
    if (count < repairsAtATime) return repaired;
  }
}

async function repairSome(transaction: Database, from: number, until: number) {
  const lacking = lackingOrders(transaction, from, until);
  // No one takes a step at the same time. A transaction on SQLite has everything to itself.
  const orders = await (engineOf(transaction) === "postgres" ? lacking.forUpdate("orders") : lacking).execute();
  if (orders.length === 0) return 0;
  const events = orders.map(({ id, createdAt, totalPrice, first }) => ({
    orderId: id,
    // Later events keep their positions, which mails name: this one goes before them.
    position: (first ?? 2) - 1,
    step: "paid" as const,
    createdAt,
    actor: "shop",
    amountCents: totalCentsOf(totalPrice),
  }));
  await transaction
    .insertInto("orderEvents")
    .values(events)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return orders.length;
}

/** A provider's orders don't count: they get the event with their payment. */
function lackingOrders(db: Database, from: number, until: number) {
  return db
    .selectFrom("orders")
    .select(["orders.id", "orders.createdAt", "orders.totalPrice"])
    .select((eb) =>
      eb
        .selectFrom("orderEvents")
        .select((of) => of.fn.min("position").as("first"))
        .whereRef("orderId", "=", "orders.id")
        .as("first"),
    )
    .where("orders.createdAt", ">", from)
    .where("orders.createdAt", "<=", until)
    .where("orders.state", "!=", "awaiting-payment")
    .where((eb) => eb(countPaid(eb), "=", 0))
    .where((eb) => eb(countPayments(eb), "=", 0))
    .orderBy("orders.createdAt")
    .orderBy("orders.id")
    .limit(repairsAtATime);
}

type OfOrders = ExpressionBuilder<Schema, "orders">;

/** Counted, because `not exists` has PostgreSQL join all events for each batch. */
function countPaid(eb: OfOrders) {
  const events = eb.selectFrom("orderEvents").select((of) => of.fn.countAll<number>().as("count"));
  return events.whereRef("orderId", "=", "orders.id").where("step", "=", "paid");
}

function countPayments(eb: OfOrders) {
  const payments = eb.selectFrom("payments").select((of) => of.fn.countAll<number>().as("count"));
  return payments.whereRef("orderId", "=", "orders.id");
}
