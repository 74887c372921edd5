import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { outageOf } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import type { LogOutage } from "./outages.ts";

/** Milliseconds for which the result of a trial write is reused. */
const maxAgeMs = 10_000;
/** Milliseconds to wait for a database that an import has locked. */
const writeTimeoutMs = 1000;

/** The result of a health check. Load balancers use processes that are reachable. */
export interface Health {
  status: string;
  isReachable: boolean;
}

const ok: Health = { status: "ok", isReachable: true };
const unwritable: Health = { status: "can't take orders: can't write to the database", isReachable: true };
const outdated: Health = {
  status: "a newer version has upgraded the database: restart this process with it",
  isReachable: false,
};
const unavailable: Health = { status: "database unavailable", isReachable: false };

/**
 * Checks whether the shop can read its database, and whether it can take orders: with a full disk pages still work. Only a write shows that a disk has
 * room again, so it tries one, at most every ten seconds. A process whose database a newer version has migrated counts as unreachable, because it
 * can't take orders.
 */
export function createHealthCheck({ db, log }: Pick<Shop, "db" | "log">, logOutage: LogOutage) {
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

  /** Inserts a row and deletes it. */
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
      const outage = outageOf(error);
      if (outage) logOutage(outage);
      else log("Health check write failed", error);
    }
  }
}
