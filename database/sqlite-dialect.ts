import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteAdapter, SqliteDialect } from "kysely";

const keptStatements = 500;
const sqliteBusy = 5;

/**
 * Kysely's SQLite dialect over Node's built-in SQLite. Commits reach the disk before they are answered (full sync), readers
 * never wait for a writer (WAL), and a transaction takes the write lock when it begins, since one that asks for it later
 * is refused instead of waiting.
 *
 * @param file the database's path, created when missing
 * @param waitMilliseconds how long a writer waits for another process's transaction
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(file: string, waitMilliseconds = 5000) {
    super({ database: async () => new StatementCache(openDatabase(file, waitMilliseconds)) });
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

/** SQLite rolls schema changes back like any other; so processes that start together migrate one after the other. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

function openDatabase(file: string, waitMilliseconds: number) {
  const database = new DatabaseSync(file, { timeout: waitMilliseconds, enableForeignKeyConstraints: true });
  switchToWal(database, performance.now() + waitMilliseconds);
  database.exec("pragma synchronous = full; pragma temp_store = memory");
  return database;
}

/** The one statement that SQLite refuses at once, without waiting, when another process runs it on a new database too. */
function switchToWal(database: DatabaseSync, deadline: number) {
  for (;;) {
    try {
      return database.exec("pragma journal_mode = wal");
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== sqliteBusy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
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
    const statement = new CachedStatement(this.#database.prepare(sql === "begin" ? "begin immediate" : sql));
    this.#statements.set(sql, statement);
    return statement;
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
