import type { PostgresPool } from "kysely";
import pg from "pg";
import { isWrite, newestApplied, refuseNewer, type SchemaGuard } from "./schema-guard.ts";
import { postgresToUnavailableError } from "./unavailable-error.ts";

/** How long connecting may take, waiting for a lock, and a pending query before a probe connection is tried. */
const responseTimeoutMs = 5000;

/**
 * To compile a query takes longer than any of the shop's. Words count as similar (`%`) that have a fifth of their groups of three letters in
 * common: less than that is none in common for a short word with one mistake.
 */
const settings = `set lock_timeout = ${responseTimeoutMs}; set jit = off; set pg_trgm.similarity_threshold = 0.2`;

/** How many connections there are, how many of them have nothing to do, and how many queries wait for one. */
export type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/**
 * A pool of connections that are opened as they are needed. Its queries throw a DatabaseUnavailableError when the server can't be used, also when
 * it hangs or the network drops its packets: a query pending for 5 s triggers a probe connection, and fails if that fails. Slow queries
 * of a server that answers the probe go on. The lock timeout is the same as SQLite's. Writes are refused as the guard says.
 *
 * @param url postgres://user:password@host:port/database
 */
export function openPostgresPool(url: string, guard: SchemaGuard): PostgresPool & { counts: PoolCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: responseTimeoutMs,
    Client: createClientClass(url, guard),
    max: 10,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
    // Not as parameters of the connection, which poolers such as PgBouncer refuse.
    onConnect: (client) => client.query(settings),
  });
  // A server that goes away breaks idle connections too. The pool replaces them; if it can't, the next query fails.
  pool.on("error", () => {});
  return { options: pool.options, connect: () => pool.connect().catch(tell), end: () => pool.end(), counts: pool };
}

function createClientClass(url: string, guard: SchemaGuard) {
  return class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // A connection may break between two queries of a transaction. The next query fails then.
      this.on("error", () => {});
    }

    // biome-ignore lint/suspicious/noExplicitAny: there are many ways to ask, all of which end in one promise here
    override async query(...asked: any): Promise<any> {
      const watch = setInterval(() => this.#closeUnlessReachable(), responseTimeoutMs);
      return this.#askGuarded(...asked)
        .catch(tell)
        .finally(() => clearInterval(watch));
    }

    /** Kysely begins transactions with this very word; others begin read-only ones. */
    #askGuarded(...asked: unknown[]): Promise<unknown> {
      const [statement] = asked;
      if (guard.newest === undefined || typeof statement !== "string") return this.#ask(...asked);
      if (statement === "begin") return this.#begin();
      return isWrite(statement) && this.getTransactionStatus() === "I"
        ? this.#writeAlone(...asked)
        : this.#ask(...asked);
    }

    #ask(...asked: unknown[]) {
      return (super.query as (...asked: unknown[]) => Promise<unknown>)(...asked);
    }

    /** Begins a transaction and looks at the schema's version in one round trip. */
    #begin() {
      return this.#orRollBack(async () => {
        const [begun, version] = (await this.#ask(`begin; ${newestApplied}`)) as pg.QueryResult[];
        refuseNewer(guard, version?.rows ?? []);
        return begun;
      });
    }

    async #writeAlone(...asked: unknown[]) {
      await this.#begin();
      return this.#orRollBack(async () => {
        const result = await this.#ask(...asked);
        await this.#ask("commit");
        return result;
      });
    }

    async #orRollBack<Result>(work: () => Promise<Result>) {
      try {
        return await work();
      } catch (error) {
        // A connection that can't roll back is broken, and its transaction ends with it.
        await this.#ask("rollback").catch(() => {});
        throw error;
      }
    }

    /** Closes the connection, and so fails its pending query, when the server accepts no other one. */
    async #closeUnlessReachable() {
      const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: responseTimeoutMs });
      probe.on("error", () => {});
      await probe.connect().catch((error) => {
        if (!("severity" in error)) this.connection.stream.destroy();
      });
      await probe.end();
    }
  };
}

function tell(error: unknown): never {
  throw postgresToUnavailableError(error);
}
