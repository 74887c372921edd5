import { closeSync, existsSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep, setImmediate as untilNextTurn } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { isWrite, newestBreaking, refuseNewer, type SchemaGuard } from "./schema-guard.ts";
import { sqliteToUnavailableError } from "./unavailable-error.ts";

/** Every commit is on the disk, and readers never wait. */
const shopsOwn = "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory";
/** For a file that is thrown away unless all work on it succeeds: nothing can be rolled back, and nothing is written twice. */
export const copysOwn = "pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536";

const keptStatements = 500;
const sqliteBusy = 5;

/** Milliseconds after which a read waits for the next turn of the event loop. */
const longestTurnMs = 10;

/** Milliseconds to wait for another process's transaction. */
export const lockTimeoutMs = 5000;
/** Milliseconds between two attempts. Longer pauses, or growing ones, would let processes that ask later win each time. See docs/decisions/0155. */
const pollIntervalMs = 1;

/**
 * Kysely's SQLite dialect for `node:sqlite`. Commits reach the disk before they return (full sync). Readers never wait for a writer (WAL, and a
 * connection of their own). A transaction takes the write lock when it begins, because SQLite refuses to upgrade a read lock while another process
 * writes. Waiting for that lock doesn't block this process, as SQLite's own busy timeout would.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #open: () => Promise<StatementCache>;
  readonly #guard: SchemaGuard;

  /**
   * @param file the database's path, created when missing
   * @param settings how its connections work
   */
  constructor(file: string, guard: SchemaGuard, settings = shopsOwn) {
    const open = async () => new StatementCache(await openDatabase(file, settings));
    super({ database: open });
    this.#open = open;
    this.#guard = guard;
  }

  override createDriver() {
    // Kysely's declaration names its own driver, but any driver works.
    return new NodeSqliteDriver(this.#open, this.#guard) as Driver as SqliteDriver;
  }

  override createAdapter() {
    return new NodeSqliteAdapter();
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The driver runs one writer at a time. */
  override get supportsMultipleConnections() {
    return true;
  }

  /** SQLite can roll back schema changes, so migrations run in a transaction, one process after the other. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Two connections per process: readers share one, writers take the other in turn. */
class NodeSqliteDriver implements Driver {
  readonly #open: () => Promise<StatementCache>;
  readonly #guard: SchemaGuard;
  #reader: SharedConnection | undefined;
  #writer: SharedConnection | undefined;

  constructor(open: () => Promise<StatementCache>, guard: SchemaGuard) {
    this.#open = open;
    this.#guard = guard;
  }

  async init() {
    this.#writer = await shareConnection(await this.#open());
    this.#reader = await shareConnection(await this.#open());
  }

  async acquireConnection() {
    if (!this.#reader || !this.#writer) throw new Error("The database is not open");
    return new NodeSqliteConnection(this.#reader, this.#writer, this.#guard);
  }

  async releaseConnection() {}

  beginTransaction(connection: NodeSqliteConnection) {
    return connection.begin();
  }

  commitTransaction(connection: NodeSqliteConnection) {
    return connection.commit();
  }

  rollbackTransaction(connection: NodeSqliteConnection) {
    return connection.rollback();
  }

  async destroy() {
    this.#reader?.database.close();
    this.#writer?.database.close();
    this.#reader = undefined;
    this.#writer = undefined;
  }
}

interface SharedConnection {
  database: StatementCache;
  /** @throws DatabaseUnavailableError, or another error of SQLite */
  run: <Row>(query: CompiledQuery, deadline?: number) => Promise<QueryResult<Row>>;
  /** Waits for earlier writers. */
  takeTurn: () => Promise<Turn>;
}

interface Turn {
  /** Until when to wait for another process, on the clock of `performance`. */
  deadline: number;
  end: () => void;
}

async function shareConnection(database: StatementCache): Promise<SharedConnection> {
  const driver = new SqliteDriver({ database });
  await driver.init();
  const connection = await driver.acquireConnection();
  let last = Promise.resolve();
  let workedAt = 0;
  return {
    database,
    run<Row>(query: CompiledQuery, deadline = 0) {
      const work = async () => {
        const result = await connection.executeQuery<Row>(query);
        workedAt = performance.now();
        return result;
      };
      return onceUnlocked(work, deadline);
    },
    async takeTurn() {
      const askedAt = performance.now();
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = last;
      last = promise;
      await before;
      // Time in which this process's own writers went on says nothing about others. See docs/decisions/0430.
      return { deadline: Math.max(askedAt, workedAt) + lockTimeoutMs, end: resolve };
    },
  };
}

/** Runs one statement or one transaction. */
class NodeSqliteConnection implements DatabaseConnection {
  readonly #reader: SharedConnection;
  readonly #writer: SharedConnection;
  readonly #guard: SchemaGuard;
  /** Set while a transaction is open. */
  #endTurn: (() => void) | undefined;

  constructor(reader: SharedConnection, writer: SharedConnection, guard: SchemaGuard) {
    this.#reader = reader;
    this.#writer = writer;
    this.#guard = guard;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#endTurn) return this.#writer.run<Row>(query);
    if (isRead(query.sql)) {
      while (hasLongTurn()) await untilNextTurn();
      return this.#reader.run<Row>(query, performance.now() + lockTimeoutMs);
    }
    if (this.#guard.newest !== undefined && isWrite(query.sql)) return this.#writeAlone<Row>(query);
    const turn = await this.#writer.takeTurn();
    return this.#writer.run<Row>(query, turn.deadline).finally(turn.end);
  }

  async #writeAlone<Row>(query: CompiledQuery) {
    await this.begin();
    try {
      const result = await this.#writer.run<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async *streamQuery<Row>(query: CompiledQuery) {
    yield await this.executeQuery<Row>(query);
  }

  async begin() {
    const turn = await this.#writer.takeTurn();
    try {
      await this.#writer.run(CompiledQuery.raw("begin immediate"), turn.deadline);
      this.#endTurn = turn.end;
    } catch (error) {
      turn.end();
      throw error;
    }
    await this.#refuseNewer();
  }

  async #refuseNewer() {
    if (this.#guard.newest === undefined) return;
    try {
      const { rows } = await this.#writer.run(CompiledQuery.raw(newestBreaking));
      refuseNewer(this.#guard, rows);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** If it fails, the caller rolls back. */
  async commit() {
    await this.#writer.run(CompiledQuery.raw("commit"));
    this.#finish();
  }

  async rollback() {
    try {
      if (this.#writer.database.inTransaction) await this.#writer.run(CompiledQuery.raw("rollback"));
    } finally {
      this.#finish();
    }
  }

  #finish() {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }
}

function isRead(statement: string) {
  return /^\s*(select|with)\b/i.test(statement) && !isWrite(statement);
}

/** When this turn of the event loop read something first, on the clock of `performance`. */
let turnBegan: number | undefined;

/**
 * Whether this turn of the event loop has read for long. SQLite answers at once: code that reads in a loop would keep everyone else waiting until its
 * end. See docs/decisions/0432.
 */
function hasLongTurn() {
  if (turnBegan !== undefined) return performance.now() - turnBegan > longestTurnMs;
  turnBegan = performance.now();
  setImmediate(() => {
    turnBegan = undefined;
  });
  return false;
}

/** Runs work once no other process's transaction blocks it. Past the deadline it tries once. */
async function onceUnlocked<Result>(work: () => Result | Promise<Result>, deadline: number) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const busy = ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
      if (!busy || performance.now() > deadline) throw sqliteToUnavailableError(error);
    }
    await sleep(pollIntervalMs);
  }
}

async function openDatabase(file: string, settings: string) {
  // SQLite would create it, and its log, with the umask's permissions.
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    await onceUnlocked(() => database.exec(settings), performance.now() + lockTimeoutMs);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

class StatementCache {
  #statements = new Map<string, CachedStatement>();
  #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string) {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    if (this.#statements.size === keptStatements) this.#statements.clear();
    const statement = new CachedStatement(this.#database.prepare(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  /** SQLite rolls back by itself after some errors. */
  get inTransaction() {
    return this.#database.isTransaction;
  }

  close() {
    this.#statements.clear();
    this.#database.close();
  }
}

class CachedStatement {
  readonly reader: boolean;
  #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]) {
    return this.#statement.all(...bindable(parameters));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...bindable(parameters));
  }

  iterate(parameters: readonly unknown[]) {
    return this.#statement.iterate(...bindable(parameters));
  }
}

function bindable(parameters: readonly unknown[]) {
  return parameters as SQLInputValue[];
}
