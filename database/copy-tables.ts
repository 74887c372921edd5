import { hash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { errorCode } from "./error-code.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { inSqlite, inTemporaryFolder } from "./snapshot.ts";

interface Table {
  name: keyof Schema & string;
  columns: string[];
}

/** What a table holds, in a form that is the same on both engines. */
export interface TableContent {
  rows: number;
  /** Another one when any value in any row is; the rows' order doesn't count. */
  digest: string;
}

/** By the tables' names, each after those that its rows point at. */
export type Content = Map<string, TableContent>;

type Row = Record<string, unknown>;

const rowsAtATime = 200;
/** What SQLite's own number of a row is called while rows are read by it. */
const placeColumn = "row number";
const digestModulus = 2n ** 128n;
/** Milliseconds; PostgreSQL looks for transactions that wait for each other after a second. */
const lockTimeoutMs = 500;
const maxAttempts = 120;
const lockNotAvailable = "55P03";

/** A database can't be copied, or isn't one to copy from. The message is one line for the shop's owner. */
export class CopyError extends Error {
  override name = "CopyError";
}

/**
 * Every table that the migrations make, each after those that its rows point at: tables are made in such an order. Whatever
 * else somebody keeps in the same database is none of ours. The index for searches, which each engine has in its own way, is made anew from the
 * products.
 */
async function readTables() {
  tables ??= inTemporaryFolder((folder) =>
    inSqlite(join(folder, "empty.db"), async (empty) => {
      await migrate(empty);
      const { rows } = await sql<{ name: Table["name"]; columns: string }>`
        select name, (select json_group_array(name) from pragma_table_info(made.name)) as columns
        from sqlite_master as made
        where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
          and name not like 'productSearch%' and name not like 'searchWord%'
        order by rowid`.execute(empty.db);
      return rows.map(({ name, columns }): Table => ({ name, columns: JSON.parse(columns) }));
    }),
  );
  return tables;
}

let tables: Promise<Table[]> | undefined;

/**
 * Runs a transaction beside which nobody else writes; readers go on. On PostgreSQL it waits for the writers that are there, but
 * gives way to those that wait for it in turn, before the server ends one of the two.
 */
export async function writeAlone<Result>(db: Database, write: (transaction: Database) => Promise<Result>) {
  const names = (await readTables()).map(({ name }) => sql.table(name));
  const keepWritersOut = sql`lock table ${sql.join(names)} in exclusive mode`;
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (trx) => {
        if (engineOf(trx) === "postgres") {
          await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
          await keepWritersOut.execute(trx);
        }
        return await write(trx);
      });
    } catch (error) {
      if (errorCode((error as Error).cause) !== lockNotAvailable || tries === maxAttempts) throw error;
    }
  }
}

/**
 * Replaces all rows of a database by those of another one, which may run on the other engine, and then compares every table.
 * Few rows are in memory at a time.
 *
 * @param from both are at the newest schema
 * @param to a transaction that keeps other writers out of all tables
 * @throws CopyError when a table can't be copied, or isn't the same afterwards
 */
export async function copyTables(from: Database, to: Database): Promise<Content> {
  const tables = await readTables();
  for (const { name } of tables.toReversed()) await to.deleteFrom(name).execute();
  const content: Content = new Map();
  for (const table of tables) {
    try {
      content.set(table.name, await copyTable(from, to, table));
    } catch (error) {
      throw new CopyError(`The table ${table.name} can't be copied: ${(error as Error).message}`);
    }
  }
  if (engineOf(to) === "postgres") await goOnCounting(to, tables);
  const [different] = differences(content, await readContent(to));
  if (different) throw new CopyError(`The table ${different} isn't the same after it was copied`);
  return content;
}

/** What a database holds, table by table. Reads all of it. */
export async function readContent(db: Database): Promise<Content> {
  const content: Content = new Map();
  for (const table of await readTables()) {
    const digest = startDigest();
    for await (const rows of readRows(db, table)) digest.add(rows);
    content.set(table.name, digest.content());
  }
  return content;
}

/** The names of the tables that don't hold the same. */
export function differences(one: Content, other: Content) {
  return [...one.keys()].filter((name) => one.get(name)?.digest !== other.get(name)?.digest);
}

/** How many rows each table has. */
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

/** What an owner would miss: a database with any of it isn't empty. @returns the first such table and how many rows it has */
export async function findRows(db: Database) {
  const counts = await countRows(db);
  return (["customers", "orders", "products", "contactMessages"] as const)
    .map((table) => ({ table, rows: counts.get(table) ?? 0 }))
    .find(({ rows }) => rows > 0);
}

async function copyTable(from: Database, to: Database, table: Table) {
  const digest = startDigest();
  for await (const rows of readRows(from, table)) {
    digest.add(rows);
    await to
      .insertInto(table.name)
      .values(rows as never)
      .execute();
  }
  return digest.content();
}

/** A table's rows, some at a time, in the form that SQLite has them in. PostgreSQL takes that form too. */
async function* readRows(db: Database, { name, columns }: Table): AsyncGenerator<Row[]> {
  const values = sql.join(columns.map((column) => sql.ref(column)));
  if (engineOf(db) === "sqlite") {
    for (let last = 0; ; ) {
      const { rows } = await sql<Row>`select ${values}, rowid as ${sql.ref(placeColumn)} from ${sql.table(name)}
        where rowid > ${last} order by rowid limit ${sql.lit(rowsAtATime)}`.execute(db);
      if (rows.length === 0) return;
      last = Number(rows.at(-1)?.[placeColumn]);
      for (const row of rows) delete row[placeColumn];
      yield rows;
    }
  }
  await sql`declare copied no scroll cursor for select ${values} from ${sql.table(name)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtATime)} from copied`.execute(db);
    if (rows.length === 0) break;
    for (const row of rows) for (const column of columns) row[column] = asInSqlite(row[column]);
    yield rows;
  }
  await sql`close copied`.execute(db);
}

function asInSqlite(value: unknown) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

function startDigest() {
  let rows = 0;
  let sum = 0n;
  return {
    add(batch: Row[]) {
      rows += batch.length;
      for (const row of batch) sum = (sum + digestOf(row)) % digestModulus;
    },
    content: (): TableContent => ({ rows, digest: sum.toString(16) }),
  };
}

function digestOf(row: Row) {
  const values = Object.values(row).map((value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
  );
  return BigInt(`0x${hash("sha256", JSON.stringify(values)).slice(0, 32)}`);
}

/** PostgreSQL counts ids apart from the rows that have them. What it gave once, it never gives again. */
async function goOnCounting(db: Database, tables: Table[]) {
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
