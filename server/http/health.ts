import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { isOutage } from "#shop/is-outage.ts";
import type { Shop } from "#shop/shop.ts";
import type { NoteOutage } from "./outages.ts";

/** Milliseconds for which the outcome of a trial write stands, however often the shop's health is asked for. */
const maxAgeMs = 10_000;
/** A database that an import keeps locked is waited for no longer than this. */
const writeTimeoutMs = 1000;

/** What a health check finds. Load balancers send shoppers to a process that is reachable. */
export interface Health {
  status: string;
  isReachable: boolean;
}

const ok: Health = { status: "ok", isReachable: true };
const unwritable: Health = { status: "orders can't be taken: the database can't be written", isReachable: true };
const outdated: Health = {
  status: "a newer version has upgraded the database: restart this process with it",
  isReachable: false,
};
const unavailable: Health = { status: "database unavailable", isReachable: false };

/**
 * What tells whether the shop can be reached, by reading its database, and whether it can take orders, by writing to it: a full
 * disk still answers every page. Nobody knows that a disk has room again until something is written, so a trial write is made, at
 * most every ten seconds. A process whose database a newer version has upgraded can take no orders any more, and isn't to be asked.
 */
export function createHealthCheck({ db, log }: Pick<Shop, "db" | "log">, noteOutage: NoteOutage) {
  let written = ok;
  let tried = Number.NEGATIVE_INFINITY;

  return async (): Promise<Health> => {
    if (!(await canRead())) return unavailable;
    if (performance.now() - tried > maxAgeMs) {
      tried = performance.now();
      await Promise.race([tryToWrite(), sleep(writeTimeoutMs)]);
    }
    return written;
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
      written = ok;
    } catch (error) {
      written = error instanceof NewerSchemaError ? outdated : unwritable;
      if (isOutage(error)) noteOutage(error);
      else log("The trial write failed", error);
    }
  }
}
