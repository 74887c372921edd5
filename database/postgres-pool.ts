import type { PostgresPool } from "kysely";
import pg from "pg";
import { tellPostgresOutage } from "./unavailable.ts";

/** How long a server may take to let somebody in, and a query before it is asked whether it is still there, in milliseconds. */
const patience = 5000;

/** How many connections there are, how many of them have nothing to do, and how many queries wait for one. */
export type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/**
 * A pool of connections that are opened as they are needed. Whatever can't be done because the server can't be used is told by a
 * DatabaseUnavailableError, also when the server stands still, or the network to it is silent; what only takes long may. A lock that
 * another transaction holds is waited for as long as SQLite's.
 *
 * @param url postgres://user:password@host:port/database
 */
export function openPostgresPool(url: string): PostgresPool & { counts: PoolCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: patience,
    Client: createClientClass(url),
    max: 10,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
    // Not as a parameter of the connection, which poolers such as PgBouncer refuse.
    onConnect: (client) => client.query(`set lock_timeout = ${patience}`),
  });
  // A server that goes away breaks idle connections too. The pool replaces them; the next query tells if it can't.
  pool.on("error", () => {});
  return { options: pool.options, connect: () => pool.connect().catch(tell), end: () => pool.end(), counts: pool };
}

function createClientClass(url: string) {
  return class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // It may break between two queries of a transaction, when nobody waits for an answer. The next query tells.
      this.on("error", () => {});
    }

    // biome-ignore lint/suspicious/noExplicitAny: there are many ways to ask, all of which end in one promise here
    override async query(...asked: any): Promise<any> {
      const watch = setInterval(() => this.#endUnlessReachable(), patience);
      return (super.query as (...asked: unknown[]) => Promise<unknown>)(...asked)
        .catch(tell)
        .finally(() => clearInterval(watch));
    }

    /** Ends the connection, and with it what it is waiting for, when the server lets nobody in any more. */
    async #endUnlessReachable() {
      const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience });
      probe.on("error", () => {});
      await probe.connect().catch((error) => {
        if (!("severity" in error)) this.connection.stream.destroy();
      });
      await probe.end();
    }
  };
}

function tell(error: unknown): never {
  throw tellPostgresOutage(error);
}
