import type { DialectAdapter } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { databaseTime } from "./database-time.ts";

/** The database's time minus this process's steady clock (`performance.now()`, which no one sets), in milliseconds, by connection pool. */
const offsets = new WeakMap<DialectAdapter, number>();

/** PostgreSQL's time is rounded to milliseconds, and so is a machine's. */
const roundingMs = 1;

/**
 * The time by the database's clock, without asking it: every machine has the same one. Until `followDatabaseClock` has asked, and on SQLite, it is
 * this machine's. See docs/decisions/0233.
 */
export function databaseNow(db: Database) {
  const offset = offsets.get(db.getExecutor().adapter);
  return offset === undefined ? new Date() : new Date(offset + performance.now());
}

/**
 * Asks the database for its time, which `databaseNow` then follows. An answer leaves open when it was read, between question and answer: nothing
 * changes while that allows what was known before, so a slow answer never moves the clock.
 *
 * @returns milliseconds by which this machine's clock is ahead of the database's, or behind it if negative; 0 as far as can be measured, and on SQLite
 */
export async function followDatabaseClock(db: Database) {
  if (engineOf(db) === "sqlite") return 0;
  const asked = performance.now();
  const { time } = await db.selectNoFrom(databaseTime(db).as("time")).executeTakeFirstOrThrow();
  const answered = performance.now();
  const machine = Date.now() - answered;
  const possible = (offset: number) =>
    Math.min(Math.max(offset, time - answered - roundingMs), time - asked + roundingMs);
  const { adapter } = db.getExecutor();
  offsets.set(adapter, possible(offsets.get(adapter) ?? machine));
  return Math.round(machine - possible(machine));
}
