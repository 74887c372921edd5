import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { isCatalogIndexLoaded, readCatalogIndex } from "#shop/catalog/lists/index/current-index.ts";
import { outageOf } from "#shop/errors.ts";
import type { Shop } from "#shop/shop.ts";
import type { LogOutage } from "./outages.ts";

/** Milliseconds for which a successful trial write is reused, and a failed one. */
const maxAgeMs = { written: 10_000, failed: 1000 };
/** Milliseconds to wait for a database that doesn't answer: load balancers wait a second or two. */
const readTimeoutMs = 1000;
/** Milliseconds to wait for a database that an import has locked. */
const writeTimeoutMs = 1000;

/** What a probe is answered. */
export interface Health {
  state: "ok" | "unwritable" | "outdated" | "unavailable" | "stopping" | "loading";
  /** In words. */
  status: string;
  isGood: boolean;
}

const ok: Health = { state: "ok", status: "ok", isGood: true };
const unwritable: Health = {
  state: "unwritable",
  status: "can't take orders: can't write to the database",
  isGood: true,
};
const fromMemory: Health = {
  state: "unavailable",
  status: "database unavailable: showing pages from memory",
  isGood: true,
};
const outdated: Health = {
  state: "outdated",
  status: "a newer version has upgraded the database: restart this process with it",
  isGood: false,
};
const unavailable: Health = { state: "unavailable", status: "database unavailable", isGood: false };
const stopping: Health = { state: "stopping", status: "stopping", isGood: false };
const loading: Health = { state: "loading", status: "loading the catalog", isGood: false };

interface HealthOptions {
  logOutage: LogOutage;
  /** Aborted once the process finishes its open requests and ends. */
  stop: AbortSignal;
  /** Whether visitors see pages while the database is away. */
  hasPages?: (() => boolean) | undefined;
}

/**
 * Answers two questions. Health: can this process answer visitors? Readiness: can it do everything, so that a load balancer should prefer it? With a
 * full disk pages still work, but orders don't. Only a write shows that a disk has room again, so it tries one, at most every ten seconds. A process
 * whose database a newer version has migrated is neither healthy nor ready, because it can't take orders. See docs/decisions/0235.
 */
export function createHealthChecks(
  { db, log }: Pick<Shop, "db" | "log">,
  { logOutage, stop, hasPages }: HealthOptions,
) {
  let written = ok;
  let tried = Number.NEGATIVE_INFINITY;
  let reading: Promise<boolean> | undefined;

  async function readHealth(): Promise<Health> {
    if (!(await canRead())) return hasPages?.() ? fromMemory : unavailable;
    if (performance.now() - tried > (written === ok ? maxAgeMs.written : maxAgeMs.failed)) {
      tried = performance.now();
      await Promise.race([tryToWrite(), sleep(writeTimeoutMs)]);
    }
    return written;
  }

  async function readReadiness(): Promise<Health> {
    if (stop.aborted) return stopping;
    const health = await readHealth();
    if (health !== ok) return { ...health, isGood: false };
    if (isCatalogIndexLoaded(db)) return ok;
    // A load that failed is tried again with the next list, but nobody is sent here for one.
    readCatalogIndex(db).catch(() => {});
    return loading;
  }

  return { readHealth, readReadiness };

  /** However many ask, one query waits for a database that hangs. */
  function canRead() {
    reading ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        reading = undefined;
      });
    return Promise.race([reading, sleep(readTimeoutMs, false)]);
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
