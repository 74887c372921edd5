import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { type BookedSum, createBookedSums } from "./booked-sums.ts";
import { momentsOf, type Period } from "./period.ts";
import { readTransactions } from "./read-transactions.ts";

/**
 * Sums of each hour that is over, so that the books of a period cost as much as its hours and not as its orders. Hours that aren't kept are counted
 * as they are read. See docs/decisions/0383.
 */

const hourMs = 60 * 60_000;
/** Older ones are counted when they are read: nobody keeps books for longer. */
const keptForMs = 11 * 366 * 24 * hourMs;
const hoursAtOnce = 240;
/** How long one run counts. */
const turnMs = 1000;
/** How long one run waits for transactions that began before it. */
const patienceMs = 5000;
const pollMs = 50;
const readAtOnce = 1000;

/** A period's sales and refunds, added up by how they are taxed. A sum may come several times. @param options.signal ends it before its end when aborted */
export async function* readBookedSums(
  db: Database,
  period: Period,
  { timeZone, signal }: { timeZone: string; signal?: AbortSignal | undefined },
): AsyncGenerator<BookedSum> {
  const { from, until } = momentsOf(period, timeZone);
  let next = from;
  for await (const { hour, sums } of readKept(db, from, until)) {
    if (signal?.aborted) return;
    yield* await countSums(db, next, hour, signal);
    yield* sums;
    next = hour + hourMs;
  }
  yield* await countSums(db, next, until, signal);
}

/** The hours between two moments that are kept, the first ones first. */
export async function* readKept(db: Database, from: number, until: number) {
  for (let next = from; ; ) {
    const rows = await db
      .selectFrom("bookedHours")
      .select(["hour", "sums"])
      .where("hour", ">=", next)
      .where("hour", "<=", until - hourMs)
      .where("sums", "is not", null)
      .orderBy("hour")
      .limit(readAtOnce)
      .execute();
    for (const { hour, sums } of rows) yield { hour, sums: JSON.parse(sums ?? "[]") as BookedSum[] };
    const last = rows[readAtOnce - 1];
    if (!last) return;
    next = last.hour + hourMs;
  }
}

/** What an hour's transactions add up to, whatever is kept. @param hour when it began */
export function countHour(db: Database, hour: number) {
  return countSums(db, hour, hour + hourMs);
}

async function countSums(db: Database, from: number, until: number, signal?: AbortSignal) {
  const sums = createBookedSums();
  if (from >= until || signal?.aborted) return sums.all();
  for await (const transaction of readTransactions(db, from, until)) {
    if (signal?.aborted) break;
    sums.add(transaction);
  }
  return sums.all();
}

/**
 * Counts hours that are over and not kept, the newest first. It claims them, waits until no transaction is left that couldn't see the claim, counts,
 * and keeps what it counted if the claim is still there: whoever books something in the hour deletes it.
 *
 * @returns whether more can be counted at once
 */
export async function keepBookedHours({ db, now }: Pick<Shop, "db" | "now">, signal: AbortSignal) {
  const hours = await findUnkept(db, now().getTime());
  if (hours.length === 0) return false;
  const claim = randomUUID();
  await db
    .insertInto("bookedHours")
    .values(hours.map((hour) => ({ hour, claim })))
    .onConflict((conflict) => conflict.column("hour").doUpdateSet({ claim }).where("bookedHours.sums", "is", null))
    .execute();
  if (!(await waitForWriters(db, signal))) return false;
  // From here on, so that transactions which are always waited for leave time to count.
  const end = performance.now() + turnMs;
  for (const hour of hours) {
    signal.throwIfAborted();
    if (performance.now() > end) return true;
    const counted = { claim: null, sums: JSON.stringify(await countHour(db, hour)) };
    await db.updateTable("bookedHours").set(counted).where("hour", "=", hour).where("claim", "=", claim).execute();
  }
  return hours.length === hoursAtOnce;
}

async function findUnkept(db: Database, now: number) {
  const first = await db.selectFrom("orderEvents").select("createdAt").orderBy("createdAt").limit(1).executeTakeFirst();
  if (!first) return [];
  const rows = await db.selectFrom("bookedHours").select("hour").where("sums", "is not", null).execute();
  const kept = new Set(rows.map(({ hour }) => hour));
  const unkept: number[] = [];
  const oldest = startOfHour(Math.max(first.createdAt, now - keptForMs));
  for (let hour = startOfHour(now) - hourMs; hour >= oldest && unkept.length < hoursAtOnce; hour -= hourMs)
    if (!kept.has(hour)) unkept.push(hour);
  return unkept;
}

function startOfHour(moment: number) {
  return moment - (moment % hourMs);
}

/**
 * Waits until all transactions have ended that have written something by now. SQLite has one writer, who has ended before the claim was written.
 *
 * @returns false if one goes on for long
 */
async function waitForWriters(db: Database, signal: AbortSignal) {
  if (engineOf(db) === "sqlite") return true;
  const { rows } = await sql<{ next: string }>`
    select cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as next`.execute(db);
  const next = rows[0]?.next;
  for (const end = performance.now() + patienceMs; performance.now() < end; ) {
    const { rows } = await sql<{ haveEnded: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= cast(${next} as xid8) as "haveEnded"`.execute(db);
    if (rows[0]?.haveEnded) return true;
    await sleep(pollMs, undefined, { signal });
  }
  return false;
}
