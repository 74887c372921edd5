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
 * accepts no more writes isn't used again. A transaction begins with its first statement, in one round trip. See docs/decisions/0371.
 */
export class PostgresClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #guard: SchemaGuard;
  readonly #server: Server;
  #isReadOnly = false;
  /** How many statements the server hasn't answered. */
  #pending = 0;
  #probing: NodeJS.Timeout | undefined;
  /** Whether the next statement begins a transaction that writes. */
  #begins = false;
  /** Whether the server was asked to begin one, and hasn't answered. */
  #isBeginning = false;

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
    // One timer for all: each probe is a connection.
    if (this.#pending++ === 0)
      this.#probing = setInterval(() => this.#closeUnlessReachable(), this.#server.probeAfterMs);
    try {
      return await this.#runGuarded(statement, parameters);
    } catch (error) {
      if (errorCode(error) === readOnlyTransaction) {
        this.#isReadOnly = true;
        this.#server.forget();
      }
      throw postgresToUnavailableError(error);
    } finally {
      if (--this.#pending === 0) clearInterval(this.#probing);
    }
  }

  /** Kysely begins transactions that write with the word `begin`, and read-only ones with `start transaction`. */
  async #runGuarded(statement: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#guard.newest === undefined) return this.#run(statement, parameters);
    if (statement === "begin") {
      this.#begins = true;
      return nothing("BEGIN");
    }
    if (this.#begins) return this.#runFirst(statement, parameters);
    const writesAlone = isWrite(statement) && this.#client.getTransactionStatus() === "I" && !this.#isBeginning;
    return writesAlone ? this.#writeAlone(statement, parameters) : this.#run(statement, parameters);
  }

  /** Statements that are sent in the same turn of the event loop leave as one packet. */
  #run(statement: string, parameters: readonly unknown[]) {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return this.#client.query(statement, [...parameters]);
  }

  /** Begins a transaction with its first statement. One without statements isn't begun at all. */
  async #runFirst(statement: string, parameters: readonly unknown[]) {
    this.#begins = false;
    if (statement === "commit" || statement === "rollback") return nothing(statement.toUpperCase());
    return this.#beginWith(statement, parameters);
  }

  /** Begins a transaction, checks the schema's version and runs a statement, in one round trip. If either fails, the caller rolls back. */
  async #beginWith(statement: string, parameters: readonly unknown[]) {
    this.#isBeginning = true;
    const checked = this.#run(`begin; ${newestBreaking}`, []).then((results) => {
      refuseNewer(this.#guard, (results as unknown as pg.QueryResult[])[1]?.rows ?? []);
    });
    const [begun, result] = await Promise.allSettled([checked, this.#run(statement, parameters)]);
    this.#isBeginning = false;
    if (begun.status === "rejected") throw begun.reason;
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }

  async #writeAlone(statement: string, parameters: readonly unknown[]) {
    return this.#rollBackOnError(async () => {
      const result = await this.#beginWith(statement, parameters);
      await this.#run("commit", []);
      return result;
    });
  }

  async #rollBackOnError<Result>(work: () => Promise<Result>) {
    try {
      return await work();
    } catch (error) {
      // A connection that can't roll back is broken, and its transaction ends with it.
      await this.#run("rollback", []).catch(() => {});
      throw error;
    }
  }

  /** To end a connection fails the query that is pending on it. */
  async #closeUnlessReachable() {
    if (await this.#server.isReachable()) return;
    this.#server.forget();
    // `end` would wait for the queries that were sent.
    this.#client.connection.stream.destroy();
  }
}

function nothing(command: string) {
  return { command, rowCount: 0, rows: [] };
}
