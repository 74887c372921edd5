import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, inject, onTestFinished } from "vitest";
import { type Connection, connectPostgres, connectSqlite, type Database, type Engine } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Gives a test a migrated database of its own, which is closed and removed after the test. */
export type OpenDatabase = () => Promise<Connection>;

/** Defines tests on SQLite and on PostgreSQL; the latter are skipped on a machine without one. */
export function forEachEngine(defineTests: (openDatabase: OpenDatabase, engine: Engine) => void) {
  const open = (engine: Engine) => async () => connect(await createDatabase(engine));
  describe("on SQLite", () => defineTests(open("sqlite"), "sqlite"));
  describe.skipIf(!inject("postgresUrl"))("on PostgreSQL", () => defineTests(open("postgres"), "postgres"));
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

/** Migrated PostgreSQL databases that no test uses now. To make one takes longer than most tests, so each is emptied and lent again. */
const emptied: string[] = [];

async function borrowPostgresDatabase() {
  const url = emptied.pop() ?? (await createMigratedPostgresDatabase());
  onTestFinished(async () => {
    const isAsBefore = await withDatabase(url, emptyTables);
    if (isAsBefore) emptied.push(url);
    else await dropPostgresDatabase(url);
  });
  return url;
}

async function createMigratedPostgresDatabase() {
  const url = await createPostgresDatabase();
  await withDatabase(url, async (connection) => {
    await migrate(connection);
    await keepMigratedRows(connection.db);
    migratedSchema ??= await readSchema(connection.db);
  });
  return url;
}

/** Copies the rows that migrations insert, such as the sample's categories, into the schema `migrated`. */
async function keepMigratedRows(db: Database) {
  await sql`do $$ declare name text; has_rows boolean; begin
    create schema migrated;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('select exists (select from %I)', name) into has_rows;
      if has_rows then execute format('create table migrated.%I as table public.%I', name, name); end if;
    end loop;
  end $$`.execute(db);
}

/** Closes open connections, restores the rows as migrations left them and resets ids. @returns whether the tables are as migrations made them */
async function emptyTables({ db }: Connection) {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  // As a replica it deletes in any order.
  await sql`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
    for name in select tablename from pg_tables where schemaname = 'migrated' loop
      execute format('insert into public.%I table migrated.%I', name, name);
    end loop;
    for name in select sequencename from pg_sequences where schemaname = 'public' loop
      execute format('alter sequence %I restart', name);
    end loop;
    for name in select table_name from information_schema.columns where table_schema = 'migrated' and column_name = 'id' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), max(id)) from public.%I', format('%I', name), 'id', name);
    end loop;
  end $$`.execute(db);
  return (await readSchema(db)) === migratedSchema;
}

let migratedSchema: string | undefined;

async function readSchema(db: Database) {
  const { rows } = await sql<{ columns: string; migrations: string }>`
    select string_agg(table_name || '.' || column_name, ' ' order by table_name, column_name) as columns,
      (select string_agg(name, ' ' order by name) from kysely_migration) as migrations
    from information_schema.columns where table_schema = 'public'`.execute(db);
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
