import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { describe, inject, onTestFinished, TestRunner } from "vitest";
import { type Connection, connectPostgres, connectSqlite, type Engine } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { isThorough } from "./thorough.ts";

/** Gives a test a migrated database of its own, which is closed and removed after the test. */
export type OpenDatabase = () => Promise<Connection>;

type DefineTests = (openDatabase: OpenDatabase, engine: Engine) => void;

/** Defines tests on SQLite and on PostgreSQL; the latter are skipped on a machine without one. */
export function forEachEngine(defineTests: DefineTests) {
  const open = (engine: Engine) => async () => connect(await createDatabase(engine));
  describe("on SQLite", () => defineTests(open("sqlite"), "sqlite"));
  describe.skipIf(!inject("postgresUrl"))("on PostgreSQL", () => defineTests(open("postgres"), "postgres"));
}

/**
 * Defines tests on the two engines in turns: the first on PostgreSQL, the second on SQLite, and so on. `npm run soak:properties` runs all of them on both;
 * a machine without PostgreSQL, on SQLite. For rules that reach the database by queries which other tests of the file run as well: docs/decisions/0410.
 */
export function forEnginesInTurns(defineTests: DefineTests) {
  if (isThorough || !inject("postgresUrl")) return forEachEngine(defineTests);
  forEachEngine((openDatabase, engine) => {
    defineTests(openDatabase, engine);
    const { tasks } = TestRunner.getCurrentSuite();
    const others = engine === "postgres" ? 1 : 0;
    for (let index = tasks.length - 1; index >= 0; index -= 1) if (index % 2 === others) tasks.splice(index, 1);
  });
}

/** A migrated database without content, gone after the test. */
export async function createDatabase(engine: Engine): Promise<DatabaseLocation> {
  const dataFolder = await temporaryFolder();
  if (engine === "postgres") return { dataFolder, databaseUrl: await borrowPostgresDatabase() };
  migratedFile ??= migrateFile();
  await writeFile(join(dataFolder, "shop.db"), await migratedFile);
  return { dataFolder, databaseUrl: undefined };
}

/** A database without tables, removed after the test. */
export async function createEmptyDatabase(engine: Engine): Promise<DatabaseLocation> {
  const dataFolder = await temporaryFolder();
  if (engine === "sqlite") return { dataFolder, databaseUrl: undefined };
  const databaseUrl = await createPostgresDatabase();
  onTestFinished(() => dropPostgresDatabase(databaseUrl));
  return { dataFolder, databaseUrl };
}

/** One more connection to a database, closed after the test. */
export function connect(location: DatabaseLocation) {
  const connection = connectAt(location);
  onTestFinished(() => connection.db.destroy());
  return connection;
}

let migratedFile: Promise<Buffer> | undefined;

/** A migrated SQLite database's file: to copy it costs much less than to migrate once more. */
async function migrateFile() {
  const file = join(await temporaryFolder(), "shop.db");
  const connection = connectSqlite(file);
  await migrate(connection);
  await connection.db.destroy();
  return readFile(file);
}

/** A migrated PostgreSQL database that tests borrow one after the other. */
interface LentDatabase {
  url: string;
  /** Stays open: to connect again would take longer than the rest of the work between two tests. */
  connection: pg.Pool;
}

/** Migrated PostgreSQL databases that no test uses now. To make one takes longer than most tests, so each is emptied and lent again. */
const emptied: LentDatabase[] = [];

async function borrowPostgresDatabase() {
  const lent = emptied.pop() ?? (await createMigratedPostgresDatabase());
  onTestFinished(async () => {
    if (await emptyTables(lent.connection)) emptied.push(lent);
    else {
      await lent.connection.end();
      await dropPostgresDatabase(lent.url);
    }
  });
  return lent.url;
}

async function createMigratedPostgresDatabase(): Promise<LentDatabase> {
  const url = await createPostgresDatabase();
  await withDatabase(url, migrate);
  const connection = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  connection.on("error", () => {});
  await connection.query(keepMigratedRows);
  migratedSchema ??= await readSchema(connection);
  return { url, connection };
}

/**
 * Copies the rows that migrations insert, such as the sample's categories, into the schema `migrated`, and makes the function that restores them and
 * resets ids. As a replica it deletes in any order.
 */
const keepMigratedRows = `do $$ declare name text; has_rows boolean; restore text := ''; begin
  create schema migrated;
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
    restore := restore || format('delete from public.%I; ', name);
    execute format('select exists (select from %I)', name) into has_rows;
    if has_rows then
      execute format('create table migrated.%I as table public.%I', name, name);
      restore := restore || format('insert into public.%I table migrated.%I; ', name, name);
    end if;
  end loop;
  select restore || coalesce(string_agg(format('perform setval(%L, %s, %L); ', seqrelid::regclass,
    coalesce(pg_sequence_last_value(seqrelid), seqstart), pg_sequence_last_value(seqrelid) is not null), ''), '')
    into restore from pg_sequence where seqrelid::regclass::text not like 'migrated.%';
  execute format('create function migrated.restore() returns void language plpgsql set session_replication_role = replica as %L',
    'begin ' || restore || 'end');
end $$`;

/** Closes other connections and restores the rows as migrations left them. @returns whether the tables are as migrations made them */
async function emptyTables(connection: pg.Pool) {
  await connection.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const isAsBefore = (await readSchema(connection)) === migratedSchema;
  if (isAsBefore) await connection.query("select migrated.restore()");
  return isAsBefore;
}

let migratedSchema: string | undefined;

/** The columns and migrations, from PostgreSQL's own catalogs: its information schema takes ten times as long. */
async function readSchema(connection: pg.Pool) {
  const { rows } = await connection.query(`
    select string_agg(relname || '.' || attname, ' ' order by relname, attname) as columns,
      (select string_agg(name, ' ' order by name) from kysely_migration) as migrations
    from pg_attribute join pg_class on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`);
  return JSON.stringify(rows);
}

/** A database without tables on the tests' server, which stays until it is dropped. @returns its address */
export async function createPostgresDatabase() {
  const url = new URL(inject("postgresUrl"));
  const name = `test-${randomUUID()}`;
  await withDatabase(url.href, async ({ db }) => {
    const { rows } = await sql`show server_version_num`.execute(db);
    const version = Number((rows[0] as { server_version_num: string }).server_version_num);
    // Most servers sort text by the rules of a language. The shop's own order mustn't depend on them.
    const options = version >= 150000 ? sql`template template0 locale_provider icu icu_locale 'nb-NO'` : sql``;
    await sql`create database ${sql.id(name)} ${options}`.execute(db);
  });
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropPostgresDatabase(url: string) {
  const name = new URL(url).pathname.slice(1);
  await withDatabase(inject("postgresUrl"), ({ db }) => sql`drop database ${sql.id(name)} with (force)`.execute(db));
}

async function withDatabase<Answer>(url: string, work: (connection: Connection) => Promise<Answer>) {
  const connection = connectPostgres(url);
  try {
    return await work(connection);
  } finally {
    await connection.db.destroy();
  }
}
