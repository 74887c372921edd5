import type { PostgresPool } from "kysely";
import pg from "pg";
import { PostgresClient } from "./postgres-client.ts";
import { isReachable, PostgresServers, readOnly, refuseReadOnly, responseTimeoutMs } from "./postgres-servers.ts";
import type { SchemaGuard } from "./schema-guard.ts";
import { postgresToUnavailableError } from "./unavailable-error.ts";

/** How long a statement waits for a lock, in milliseconds. */
export const lockTimeoutMs = 5000;

/** What sessions set, with values as PostgreSQL writes them. The JIT compiler takes longer than any of our queries. See docs/decisions/0230. */
export const sessionSettings = { lock_timeout: String(lockTimeoutMs), jit: "off" };

const setSettings = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join("; ");

/** How many connections are open, how many of them are idle, and how many queries wait for one. */
export type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

interface OpenPool extends PostgresPool {
  counts: PoolCounts;
  /** Whether a pooler such as PgBouncer answered the last connection, so that two queries may reach different sessions. */
  hasPooler: () => boolean;
}

/**
 * A pool that opens connections as they are needed, to the server that accepts writes (`PostgresClient` says what its queries throw). See
 * docs/decisions/0070 and 0231.
 *
 * @param url postgres://user:password@host:port/database, or several hosts
 */
export function openPostgresPool(url: string, guard: SchemaGuard): OpenPool {
  const servers = new PostgresServers(url);
  let hasPooler = false;
  const pool = openPool(servers, (found) => {
    hasPooler = found;
  });
  return {
    options: pool.options,
    async connect() {
      const client = await connect(pool, servers).catch((error) => {
        throw postgresToUnavailableError(error);
      });
      const server = serverOf(client);
      return new PostgresClient(client, guard, {
        probeAfterMs: responseTimeoutMs,
        isReachable: () => isReachable(server),
        forget: () => servers.forget(server),
      });
    },
    end: () => pool.end(),
    counts: pool,
    hasPooler: () => hasPooler,
  };
}

/** A connection to the server that was found last. */
interface ServerClient extends pg.ClientBase {
  server: string;
  /** What answers says that it is this process of the server; `@types/pg` lacks it. */
  readonly processID: number | null;
}

/** @param notePooler called with whether a pooler answers, for each connection */
function openPool(servers: PostgresServers, notePooler: (hasPooler: boolean) => void) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: responseTimeoutMs,
    max: 10,
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
    Client: class extends pg.Client implements ServerClient {
      readonly server: string;
      declare readonly processID: number | null;

      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionString: servers.current });
        this.server = servers.current;
      }
    },
    // Poolers such as PgBouncer refuse them as parameters of the connection.
    async onConnect(client) {
      const asked = `${setSettings}; select pg_backend_pid() as pid; ${readOnly}`;
      const results = (await client.query(asked)) as unknown as pg.QueryResult[];
      // A pooler answers for no process of the server.
      notePooler(results.at(-2)?.rows[0]?.pid !== (client as ServerClient).processID);
      if (servers.needsWrites) refuseReadOnly(results.at(-1)?.rows ?? []);
    },
  });
  // A server that goes away breaks idle connections. The pool replaces them; if it can't, the next query fails.
  pool.on("error", () => {});
  // A connection that breaks between two queries of a transaction fails the next query.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

function serverOf(client: pg.ClientBase) {
  return (client as ServerClient).server;
}

/** Connects to the current server or, if that fails, to another one that has taken its place. */
async function connect(pool: pg.Pool, servers: PostgresServers) {
  const server = await servers.find();
  try {
    return await takeClient(pool, servers);
  } catch (error) {
    servers.forget(server);
    if ((await servers.find()) === server) throw error;
    return takeClient(pool, servers);
  }
}

/** Takes a connection from the pool, and closes those to an earlier server. */
async function takeClient(pool: pg.Pool, servers: PostgresServers) {
  for (;;) {
    const client = await pool.connect();
    if (serverOf(client) === servers.current) return client;
    client.release(true);
  }
}
