import { type DialectAdapter, Kysely, PostgresAdapter, sql } from "kysely";
import { errorCode } from "./error-code.ts";
import { TorgPostgresDialect } from "./postgres-dialect.ts";
import { openPostgresPool, type PoolCounts } from "./postgres-pool.ts";
import { logQueries } from "./query-log.ts";
import type { Schema } from "./schema.ts";
import type { SchemaGuard } from "./schema-guard.ts";
import { copysOwn, NodeSqliteDialect } from "./sqlite-dialect.ts";

export type Engine = "sqlite" | "postgres";

/** Runs the shop's queries on both engines. */
export type Database = Kysely<Schema>;

export interface Connection {
  db: Database;
  engine: Engine;
  /** `migrate` records here which migrations this process knows. */
  guard: SchemaGuard;
  /** Open connections and waiting queries, on PostgreSQL. */
  pool?: PoolCounts;
}

/** Opens (and creates, when missing) the SQLite database in a file. Nothing is read until the first query. */
export function connectSqlite(file: string): Connection {
  return connectBy((guard) => new NodeSqliteDialect(file, guard));
}

/** Opens a SQLite file for one process, which deletes it if anything fails: its writes are faster, and nothing is rolled back. */
export function connectCopy(file: string): Connection {
  return connectBy((guard) => new NodeSqliteDialect(file, guard, copysOwn));
}

function connectBy(dialectOf: (guard: SchemaGuard) => NodeSqliteDialect): Connection {
  const guard: SchemaGuard = {};
  return { db: new Kysely<Schema>({ dialect: dialectOf(guard), ...logQueries() }), engine: "sqlite", guard };
}

/**
 * Connects to a PostgreSQL server through a pool.
 *
 * @param url postgres://user:password@host:port/database
 * @param closedToo another database, which is closed with this one
 */
export function connectPostgres(url: string, closedToo?: Database): Connection {
  const guard: SchemaGuard = {};
  const pool = openPostgresPool(url, guard);
  const end = async () => void (await Promise.all([pool.end(), closedToo?.destroy()]));
  const db = new Kysely<Schema>({ dialect: new TorgPostgresDialect({ pool: { ...pool, end } }), ...logQueries() });
  poolers.set(db.getExecutor().adapter, pool.hasPooler);
  return { db, engine: "postgres", guard, pool: pool.counts };
}

/** By the adapter, which transactions and single connections share with their database. */
const poolers = new WeakMap<DialectAdapter, () => boolean>();

/** Whether a connection in use goes through a pooler, where what a session sets may be another's and stays for others. */
export function hasPooler(db: Database) {
  return poolers.get(db.getExecutor().adapter)?.() ?? false;
}

/** Which engine a database, or a transaction in it, runs on. */
export function engineOf(db: Database): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/** The first key of the advisory locks, so that other programs' locks in the database aren't ours. */
const turnKey = 7047;
const turns = { owners: 1, documents: 2, imports: 3 };

/**
 * Lets one transaction of all processes at a time do something, until it ends. It waits for the one before without a limit. SQLite has one writer
 * anyway. See docs/decisions/0232.
 */
export async function takeTurn(transaction: Database, to: keyof typeof turns) {
  if (engineOf(transaction) === "sqlite") return;
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(turnKey)}, ${sql.lit(turns[to])})`.execute(transaction);
}

/**
 * Locks a table against all other writers until the transaction ends; readers continue. It prevents deadlocks between transactions that write many
 * rows in different orders, and waits for running ones without a limit. SQLite has one writer anyway. See docs/decisions/0232.
 */
export async function lockTable(transaction: Database, table: keyof Schema) {
  if (engineOf(transaction) === "sqlite") return;
  await sql`set local lock_timeout = 0`.execute(transaction);
  await sql`lock table ${sql.table(table)} in exclusive mode`.execute(transaction);
}

const sqliteUniqueViolations = new Set([2067, 1555]);

/** Whether a query failed because a row with the same unique value exists. */
export function isUniqueViolation(error: unknown) {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as Error & { errcode?: number };
  return errorCode(error) === "23505" || sqliteUniqueViolations.has(errcode ?? 0);
}
