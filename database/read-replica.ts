import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
} from "kysely";
import { type Connection, connectPostgres, type Database } from "./connect.ts";
import { forReading } from "./postgres-url.ts";
import type { Schema } from "./schema.ts";
import { DatabaseUnavailableError } from "./unavailable-error.ts";

/**
 * A copy of the database that answers long reads in its place. It may be behind, so each query first asks it whether it has what the reader must see.
 * If it hasn't, or fails, or doesn't answer in time, the database itself answers. See docs/decisions/0234.
 */
interface Replica {
  primary: Database;
  db: Database;
  /** Until when it is left alone, on the clock of `performance`. Behind with orders, it may still have the newest catalog. */
  restsUntil: Record<Need, number>;
  hasFailed: boolean;
}

/** What a reader must see: a version of the catalog, or all that was saved. */
type Need = "catalog" | "everything";

/** Milliseconds in which a replica must connect and say that it is fresh. */
const patienceMs = 1000;
/** Milliseconds for changes to arrive. */
const catchUpMs = 100;
const catchUpPollMs = 10;
/** Milliseconds without questions for a replica that is behind, and for one that fails. */
const restMs = { behind: 1000, failed: 5000 };

/** Transactions and readers have the adapter of their database. */
const replicas = new WeakMap<DialectAdapter, Replica>();

/**
 * Connects to a PostgreSQL server and to a replica of it.
 *
 * @param readUrl the replica's: postgres://user:password@host:port/database, or several hosts of which one is used
 */
export function connectWithReplica(url: string, readUrl: string): Connection {
  const { db } = connectPostgres(forReading(readUrl));
  const connection = connectPostgres(url, db);
  const { adapter } = connection.db.getExecutor();
  replicas.set(adapter, { primary: connection.db, db, restsUntil: { catalog: 0, everything: 0 }, hasFailed: false });
  return connection;
}

/** A reader's own database; any other is its own. */
export function primaryOf(db: Database) {
  return db.isTransaction ? db : (replicas.get(db.getExecutor().adapter)?.primary ?? db);
}

/** A replica to ask now. What a transaction writes, only the transaction sees. */
function usableReplica(db: Database, need: Need) {
  const replica = db.isTransaction ? undefined : replicas.get(db.getExecutor().adapter);
  return replica && performance.now() >= replica.restsUntil[need] ? replica : undefined;
}

/**
 * A database to read from that has all that was saved until now, by whichever process: for reports and exports. Without a replica it is the database
 * itself.
 */
export async function currentReader(db: Database): Promise<Database> {
  const replica = usableReplica(db, "everything");
  if (!replica) return db;
  const position = await readPosition(replica.primary);
  if (position === undefined) return db;
  return openReader(replica, { need: "everything", isMet: hasReached(position) });
}

/**
 * A database to read from that has a version of the catalog. Without a replica it is the database itself, and nothing is asked.
 *
 * @param condition whether a database has that version, as a part of a query
 */
export async function catalogReader(db: Database, condition: () => Promise<RawBuilder<boolean>>): Promise<Database> {
  const replica = usableReplica(db, "catalog");
  return replica ? openReader(replica, { need: "catalog", isMet: await condition() }) : db;
}

/** What doctor says of a replica. */
export interface ReplicaState {
  /** Whether it follows a server, and so this database, if it is a copy of it at all. */
  isStandby: boolean;
  isCopy: boolean;
  /** Whether it has everything that was saved before it was asked. */
  isCurrent: boolean;
}

/** Asks a database's replica what it is like; undefined if there is none. @throws why it can't be asked */
export async function readReplicaState(db: Database): Promise<ReplicaState | undefined> {
  const replica = replicas.get(db.getExecutor().adapter);
  if (!replica) return undefined;
  const identity = sql<{ id: string; isStandby: boolean }>`
    select cast(system_identifier as text) as id, pg_is_in_recovery() as "isStandby" from pg_control_system()`;
  const [own, copy] = [await identity.execute(replica.primary), await identity.execute(replica.db)];
  const position = await readPosition(replica.primary);
  return {
    isStandby: copy.rows[0]?.isStandby === true,
    isCopy: own.rows[0]?.id === copy.rows[0]?.id,
    isCurrent: position !== undefined && (await catchesUp(replica.db, hasReached(position))),
  };
}

function hasReached(position: string) {
  return sql`${reached} >= cast(${position} as pg_lsn)`;
}

/** How far a standby has followed the log. A server that isn't one, such as a balancer gives while no standby runs, has all that it says. */
const reached = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end`;

/** The end of the database's log; undefined on engines without one. */
async function readPosition(db: Database) {
  try {
    const { rows } = await sql<{
      position: string;
    }>`select cast(pg_current_wal_insert_lsn() as text) as position`.execute(db);
    return rows[0]?.position;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    return undefined;
  }
}

/** A condition that the replica must fulfill before each query. */
interface Condition {
  need: Need;
  isMet: RawBuilder<unknown>;
}

function openReader(replica: Replica, condition: Condition): Database {
  return new Kysely<Schema>({ dialect: new ReaderDialect(replica, condition) });
}

class ReaderDialect implements Dialect {
  readonly #replica: Replica;
  readonly #condition: Condition;

  constructor(replica: Replica, condition: Condition) {
    this.#replica = replica;
    this.#condition = condition;
  }

  createAdapter() {
    return this.#replica.primary.getExecutor().adapter;
  }

  createDriver() {
    return new ReaderDriver(this.#replica, this.#condition);
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db);
  }
}

class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(replica: Replica, condition: Condition) {
    this.#connection = {
      executeQuery: async <Row>(query: CompiledQuery) =>
        (await askReplica<Row>(replica, query, condition)) ?? replica.primary.executeQuery<Row>(query),
      streamQuery: refuseToWrite,
    };
  }

  async init() {}

  /** Each query gets one of its own, from one of two pools. */
  async acquireConnection() {
    return this.#connection;
  }

  beginTransaction = refuseToWrite;
  commitTransaction = refuseToWrite;
  rollbackTransaction = refuseToWrite;

  async releaseConnection() {}

  async destroy() {}
}

function refuseToWrite(): never {
  throw new Error("A reader only runs single queries");
}

/** @returns undefined if the database itself must answer */
async function askReplica<Row>(
  replica: Replica,
  query: CompiledQuery,
  { need, isMet }: Condition,
): Promise<QueryResult<Row> | undefined> {
  if (performance.now() < replica.restsUntil[need]) return undefined;
  // Until it has answered, only one query waits for a replica that has failed.
  if (replica.hasFailed) rest(replica, { catalog: restMs.failed, everything: restMs.failed });
  const ready = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => ready.reject(new Error("It doesn't answer")), patienceMs);
  let isWanted = true;
  const answer = replica.db.connection().execute(async (connection) => {
    const isReady = await catchesUp(connection, isMet);
    ready.resolve(isReady);
    return isReady && isWanted ? connection.executeQuery<Row>(query) : undefined;
  });
  answer.catch(ready.reject);
  try {
    if (!(await ready.promise)) rest(replica, { [need]: restMs.behind });
    const answered = await answer;
    if (replica.hasFailed) rest(replica, { catalog: 0, everything: 0 });
    replica.hasFailed = false;
    return answered;
  } catch (error) {
    isWanted = false;
    noteFailure(replica, error as Error);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits a moment for a replica to have what a reader must see. @returns whether it has */
async function catchesUp(connection: Database, isMet: RawBuilder<unknown>) {
  for (const end = performance.now() + catchUpMs; ; ) {
    const { rows } = await sql<{ isMet: boolean | null }>`select ${isMet} as "isMet"`.execute(connection);
    if (rows[0]?.isMet) return true;
    if (performance.now() > end) return false;
    await sleep(catchUpPollMs);
  }
}

function rest({ restsUntil }: Replica, ms: Partial<Replica["restsUntil"]>) {
  for (const [need, time] of Object.entries(ms)) restsUntil[need as Need] = performance.now() + time;
}

function noteFailure(replica: Replica, { message }: Error) {
  rest(replica, { catalog: restMs.failed, everything: restMs.failed });
  const text = `The replica in DATABASE_READ_URL isn't used until it answers: ${message}`;
  // biome-ignore lint/suspicious/noConsole: the server's log
  if (!replica.hasFailed) console.warn(text);
  replica.hasFailed = true;
}
