import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { errorCode } from "./error-code.ts";
import { isWrite, newestBreaking, refuseNewer, type SchemaGuard } from "./schema-guard.ts";
import { postgresToUnavailableError } from "./unavailable-error.ts";

interface Server {
  /** How long a query is pending before the server is probed. */
  probeAfterMs: number;
  /** Tells a slow query from a server that hangs, or a network that drops its packets. */
  isReachable: () => Promise<boolean>;
  /** Lets new connections look for another server. */
  forget: () => void;
}

/** What a server says to writes that has become another one's replica. */
const readOnlyTransaction = "25006";

/**
 * A pooled connection as Kysely uses it. Its queries throw a DatabaseUnavailableError when the server can't be used, and refuse writes as the guard
 * says. node-postgres waits forever for a server that hangs (https://github.com/brianc/node-postgres/issues/3399), and its `query_timeout`
 * would end imports and migrations; so a pending query fails once the server accepts no new connection. A connection whose server
 * accepts no more writes isn't used again.
 */
export class PostgresClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #guard: SchemaGuard;
  readonly #server: Server;
  #isReadOnly = false;

  constructor(client: pg.PoolClient, guard: SchemaGuard, server: Server) {
    this.#client = client;
    this.#guard = guard;
    this.#server = server;
  }

  query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(statement: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof statement !== "string") throw new Error("Cursors are declared in SQL here");
    return this.#query(statement, parameters);
  }

  release(destroy?: boolean) {
    this.#client.release(destroy || this.#isReadOnly);
  }

  async #query(statement: string, parameters: readonly unknown[]) {
    const timer = setInterval(() => this.#closeUnlessReachable(), this.#server.probeAfterMs);
    try {
      return await this.#runGuarded(statement, parameters);
    } catch (error) {
      if (errorCode(error) === readOnlyTransaction) {
        this.#isReadOnly = true;
        this.#server.forget();
      }
      throw postgresToUnavailableError(error);
    } finally {
      clearInterval(timer);
    }
  }

  /** Kysely begins transactions that write with the word `begin`, and read-only ones with `start transaction`. */
  #runGuarded(statement: string, parameters: readonly unknown[]) {
    if (this.#guard.newest === undefined) return this.#run(statement, parameters);
    if (statement === "begin") return this.#begin();
    const writesAlone = isWrite(statement) && this.#client.getTransactionStatus() === "I";
    return writesAlone ? this.#writeAlone(statement, parameters) : this.#run(statement, parameters);
  }

  #run(statement: string, parameters: readonly unknown[]) {
    return this.#client.query(statement, [...parameters]);
  }

  /** Begins a transaction and checks the schema's version in one round trip. */
  #begin() {
    return this.#rollBackOnError(async () => {
      const results = (await this.#client.query(`begin; ${newestBreaking}`)) as unknown as pg.QueryResult[];
      refuseNewer(this.#guard, results[1]?.rows ?? []);
      return results[0];
    });
  }

  async #writeAlone(statement: string, parameters: readonly unknown[]) {
    await this.#begin();
    return this.#rollBackOnError(async () => {
      const result = await this.#run(statement, parameters);
      await this.#client.query("commit");
      return result;
    });
  }

  async #rollBackOnError<Result>(work: () => Promise<Result>) {
    try {
      return await work();
    } catch (error) {
      // A connection that can't roll back is broken, and its transaction ends with it.
      await this.#client.query("rollback").catch(() => {});
      throw error;
    }
  }

  /** To end a connection fails the query that is pending on it. */
  async #closeUnlessReachable() {
    if (await this.#server.isReachable()) return;
    this.#server.forget();
    await this.#client.end();
  }
}
