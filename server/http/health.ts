import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";
import type { NoteOutage } from "./outages.ts";

/** Milliseconds for which the outcome of a trial write stands, however often the shop's health is asked for. */
const maxAgeMs = 10_000;
/** A database that an import keeps locked is waited for no longer than this. */
const writeTimeoutMs = 1000;

export type Health = "ok" | "orders can't be taken: the database can't be written" | "database unavailable";

/**
 * What tells whether the shop can be reached, by reading its database, and whether it can take orders, by writing to it: a full
 * disk still answers every page. Nobody knows that a disk has room again until something is written, so a trial write is made, at
 * most every ten seconds.
 */
export function createHealthCheck({ db, log }: Pick<Shop, "db" | "log">, noteOutage: NoteOutage) {
  let isWritable = true;
  let tried = Number.NEGATIVE_INFINITY;

  return async (): Promise<Health> => {
    if (!(await canRead())) return "database unavailable";
    if (performance.now() - tried > maxAgeMs) {
      tried = performance.now();
      await Promise.race([tryToWrite(), sleep(writeTimeoutMs)]);
    }
    return isWritable ? "ok" : "orders can't be taken: the database can't be written";
  };

  async function canRead() {
    try {
      await sql`select 1`.execute(db);
      return true;
    } catch {
      return false;
    }
  }

  /** Leaves nothing behind. */
  async function tryToWrite() {
    try {
      await db.transaction().execute(async (trx) => {
        const row = { key: "health", expiresAt: 0 };
        const { id } = await trx.insertInto("attempts").values(row).returning("id").executeTakeFirstOrThrow();
        await trx.deleteFrom("attempts").where("id", "=", id).execute();
      });
      isWritable = true;
    } catch (error) {
      isWritable = false;
      if (isOutage(error)) noteOutage(error);
      else log("The trial write failed", error);
    }
  }
}
