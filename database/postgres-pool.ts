import type { PostgresPool } from "kysely";
import pg from "pg";
import { PostgresClient } from "./postgres-client.ts";
import type { SchemaGuard } from "./schema-guard.ts";
import { postgresToUnavailableError } from "./unavailable-error.ts";

/** Milliseconds for connecting, and between two probes of a server that leaves a query pending. */
const responseTimeoutMs = 5000;

/** How long a statement waits for a lock, in milliseconds. */
export const lockTimeoutMs = 5000;

/** What sessions set, with values as PostgreSQL writes them. The JIT compiler takes longer than any of our queries. See docs/decisions/0230. */
export const sessionSettings = { lock_timeout: String(lockTimeoutMs), jit: "off" };

const setSettings = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join("; ");

/** How many connections are open, how many of them are idle, and how many queries wait for one. */
export type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/**
 * A pool that opens connections as they are needed (`PostgresClient` says what its queries throw). See docs/decisions/0070.
 *
 * @param url postgres://user:password@host:port/database
 */
export function openPostgresPool(url: string, guard: SchemaGuard): PostgresPool & { counts: PoolCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: responseTimeoutMs,
    max: 10,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
    // Poolers such as PgBouncer refuse them as parameters of the connection.
    onConnect: (client) => client.query(setSettings),
  });
  // A server that goes away breaks idle connections. The pool replaces them; if it can't, the next query fails.
  pool.on("error", () => {});
  // A connection that breaks between two queries of a transaction fails the next query.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const watch = { intervalMs: responseTimeoutMs, isReachable: () => isReachable(url) };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error) => {
        throw postgresToUnavailableError(error);
      });
      return new PostgresClient(client, guard, watch);
    },
    end: () => pool.end(),
    counts: pool,
  };
}

/** Whether a server accepts a new connection, or refuses it in its own words. */
async function isReachable(url: string) {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: responseTimeoutMs });
  probe.on("error", () => {});
  try {
    await probe.connect();
    return true;
  } catch (error) {
    return "severity" in Object(error);
  } finally {
    await probe.end();
  }
}
