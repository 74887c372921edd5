import { hash } from "node:crypto";
import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { errorCode } from "./error-code.ts";
import { insertCopied, type Row } from "./insert-rows.ts";
import { protectWithdrawals, releaseWithdrawals } from "./migrations/096-withdrawals.ts";
import { protectUndoneMatches, releaseUndoneMatches } from "./migrations/104-undone-matches.ts";
import { readShopSchema, type Table } from "./shop-schema.ts";

/** A table's content, comparable between engines. */
export interface TableContent {
  rows: number;
  /** Changes with any value of any row, but not with their order. */
  digest: string;
}

/** By table name; a table comes after those that it references. */
export type Content = Map<string, TableContent>;

/** Rows that are read at first; later as many as have this many characters and bytes, so that pictures don't fill the memory. */
const firstRows = 20;
const charactersAtATime = 1024 * 1024;
const mostRows = 500;
const sampledRows = 8;
/** The alias of SQLite's rowid while rows are read in its order. */
const placeColumn = "row number";
const digestModulus = 2n ** 128n;
/** Milliseconds. PostgreSQL's deadlock check runs after a second. */
const lockTimeoutMs = 500;
const maxAttempts = 120;
const lockNotAvailable = "55P03";

/** A database can't be copied. The message is one line for the shop's owner. */
export class CopyError extends Error {
  override name = "CopyError";
}

/** Each after those that it references. */
export const webhookTables = ["webhooks", "webhookEvents", "webhookDeliveries"] as const;

/**
 * Tables that only one database may have, so a copy leaves them out, and a move takes them along: programs' tokens (docs/decisions/0258), webhooks
 * (docs/decisions/0263), the addresses of payment events (docs/decisions/0287), and the list of objects that no row names, which triggers fill for copied rows.
 */
const movedTables: readonly string[] = ["unnamedObjects", "apiTokens", "eventAddresses", ...webhookTables];

async function readTables() {
  return (await readAllTables()).filter(({ name }) => !movedTables.includes(name));
}

/** Tables of one database alone: their links and codes belong to it, it makes them itself, or they say what is done to it. */
const ownTables: readonly string[] = [
  "bookedHours",
  "catalogEpoch",
  "openAct",
  "outboxMails",
  "signInCodes",
  "restores",
];

/**
 * Every table of the migrations, each after those that it references. Other tables in the database aren't ours. The search index differs between
 * engines and is rebuilt from the products.
 */
async function readAllTables() {
  return (await readShopSchema()).tables.filter(({ name }) => !ownTables.includes(name));
}

/**
 * Runs a transaction while no one else writes; readers continue. On PostgreSQL it waits for current writers and backs off before the server's
 * deadlock check would end one of the two.
 */
export async function writeAlone<Result>(db: Database, write: (transaction: Database) => Promise<Result>) {
  const names = (await readTables()).map(({ name }) => sql.table(name));
  const lockTables = sql`lock table ${sql.join(names)} in exclusive mode`;
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (trx) => {
        if (engineOf(trx) === "postgres") {
          await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
          await lockTables.execute(trx);
        }
        return await write(trx);
      });
    } catch (error) {
      if (errorCode((error as Error).cause) !== lockNotAvailable || tries === maxAttempts) throw error;
    }
  }
}

/**
 * Replaces all rows of a database with those of another, possibly on the other engine, and compares every table afterwards. It holds few rows in
 * memory. See docs/decisions/0021.
 *
 * @param from both have the newest schema
 * @param to a transaction that has locked all tables
 * @throws CopyError when a table can't be copied, or differs afterwards
 */
export async function copyTables(from: Database, to: Database): Promise<Content> {
  const content = await replaceTables(from, to, await readTables());
  // They are counted again.
  await to.deleteFrom("bookedHours").execute();
  const [different] = differences(content, await readContent(to));
  if (different) throw new CopyError(`Table ${different} differs from the original after copying`);
  return content;
}

/** Replaces the tables that a copy leaves out by those of another database, which is no longer used. @throws CopyError when a table can't be copied */
export async function moveTables(from: Database, to: Database) {
  const tables = (await readAllTables()).filter(({ name }) => movedTables.includes(name));
  await replaceTables(from, to, tables);
}

async function replaceTables(from: Database, to: Database, tables: Table[]) {
  const engine = engineOf(to);
  await releaseWithdrawals(to, engine);
  await releaseUndoneMatches(to, engine);
  for (const { name } of tables.toReversed()) await to.deleteFrom(name).execute();
  await protectWithdrawals(to, engine);
  await protectUndoneMatches(to, engine);
  const addIndexes = engine === "sqlite" ? await takeIndexes(to, tables) : undefined;
  const content: Content = new Map();
  for (const table of tables) {
    try {
      content.set(table.name, await copyTable(from, to, table));
    } catch (error) {
      throw new CopyError(`Can't copy table ${table.name}: ${(error as Error).message}`, { cause: error });
    }
  }
  await addIndexes?.();
  if (engine === "postgres") await resetSequences(to, tables);
  return content;
}

/**
 * Drops the indexes of SQLite's tables: to build one from all rows at once takes a fraction of adding them one by one. Unique ones stay, because foreign
 * keys may need them. See docs/decisions/0376.
 *
 * @returns a function that builds them again
 */
async function takeIndexes(db: Database, tables: Table[]) {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'index' and sql is not null and sql not like 'create unique%'
      and tbl_name in (${sql.join(tables.map(({ name }) => name))})`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  return async () => {
    for (const index of rows) await sql.raw(index.sql).execute(db);
  };
}

/** Reads the whole database, table by table. */
export async function readContent(db: Database): Promise<Content> {
  const content: Content = new Map();
  for (const table of await readTables()) {
    const digest = startDigest(table);
    for await (const rows of readRows(db, table)) digest.add(rows);
    content.set(table.name, digest.content());
  }
  return content;
}

/** The names of the tables that differ. */
export function differences(one: Content, other: Content) {
  return [...one.keys()].filter((name) => one.get(name)?.digest !== other.get(name)?.digest);
}

/** The number of rows of each table. */
export async function countRows(db: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await readTables()) {
    const { rows } = await db
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    counts.set(name, rows);
  }
  return counts;
}

const missedTables = ["customers", "orders", "products", "contactMessages", "importedCustomers", "pastOrders"] as const;

/**
 * Finds data that an owner would miss.
 *
 * @param withCatalog whether products count, which a new shop has from the sample catalog
 * @returns the first table with any, and its number of rows
 */
export async function findRows(db: Database, { withCatalog = true } = {}) {
  const counts = await countRows(db);
  return missedTables
    .filter((table) => withCatalog || table !== "products")
    .map((table) => ({ table, rows: counts.get(table) ?? 0 }))
    .find(({ rows }) => rows > 0);
}

async function copyTable(from: Database, to: Database, table: Table) {
  const digest = startDigest(table);
  for await (const rows of readRows(from, table)) {
    digest.add(rows);
    await insertCopied(to, table, rows);
  }
  return digest.content();
}

/** A table's rows in batches, as SQLite stores them. PostgreSQL accepts those values too. On SQLite, rows have their place as well. */
async function* readRows(db: Database, { name, columns }: Table): AsyncGenerator<Row[]> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  let count = firstRows;
  if (engineOf(db) === "sqlite") {
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`select ${values}, rowid as ${sql.ref(placeColumn)} from ${sql.table(name)}
        where rowid > ${last} order by rowid limit ${count}`.execute(db);
      if (rows.length === 0) return;
      last = Number(rows.at(-1)?.[placeColumn]);
      count = nextCount(rows);
      yield rows;
    }
  }
  await sql`declare copied no scroll cursor for select ${values} from ${sql.table(name)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(count)} from copied`.execute(db);
    if (rows.length === 0) break;
    for (const row of rows) for (const column of columns) row[column] = asInSqlite(row[column]);
    count = nextCount(rows);
    yield rows;
  }
  await sql`close copied`.execute(db);
}

/** How many rows to read after these, by the size of a few. */
function nextCount(rows: Row[]) {
  const sample = rows.slice(-sampledRows);
  const values = sample.flatMap((row) => Object.values(row));
  const characters = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  const perRow = Math.max(1, characters / sample.length);
  return Math.max(1, Math.min(mostRows, Math.floor(charactersAtATime / perRow)));
}

function lengthOf(value: unknown) {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}

function asInSqlite(value: unknown) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

function startDigest({ columns }: Table) {
  let rows = 0;
  let sum = 0n;
  return {
    add(batch: Row[]) {
      rows += batch.length;
      for (const row of batch) sum = (sum + digestOf(row, columns)) % digestModulus;
    },
    content: (): TableContent => ({ rows, digest: sum.toString(16) }),
  };
}

function digestOf(row: Row, columns: string[]) {
  const values = columns.map((column) => {
    const value = row[column];
    return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
  });
  return BigInt(`0x${hash("sha256", JSON.stringify(values)).slice(0, 32)}`);
}

/** PostgreSQL's sequences don't follow inserted ids. They must never return an id twice. */
async function resetSequences(db: Database, tables: Table[]) {
  for (const { name, columns } of tables) {
    const { rows } = await sql<{ column: string; sequence: string }>`
      select * from (
        select "column", pg_get_serial_sequence(quote_ident(${name}), "column") as sequence
        from unnest(${columns}::text[]) as "column"
      ) as counted
      where sequence is not null`.execute(db);
    for (const { column, sequence } of rows) {
      const largest = sql`(select max(${sql.ref(column)}) from ${sql.table(name)})`;
      const given = sql`(select last_value from ${sql.raw(sequence)})`;
      await sql`select setval(${sequence}, greatest(${largest}, ${given}))`.execute(db);
    }
  }
  await sql`analyze ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
}
