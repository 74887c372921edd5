import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, inject, onTestFinished } from "vitest";
import { type Connection, connectPostgres, connectSqlite, type Engine } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Where a test's own database is, in the words of the shop's settings. */
export interface DatabasePlace {
  dataFolder: string;
  /** undefined: SQLite, in the data folder */
  databaseUrl: string | undefined;
}

/** Gives a test a migrated database of its own, which is closed and removed after the test. */
export type OpenDatabase = () => Promise<Connection>;

/** Defines tests on SQLite and on PostgreSQL; the latter are skipped on a machine without one. */
export function forEachEngine(defineTests: (openDatabase: OpenDatabase, engine: Engine) => void) {
  const open = (engine: Engine) => async () => {
    const connection = connect(await createEmptyDatabase(engine));
    await migrate(connection);
    return connection;
  };
  describe("on SQLite", () => defineTests(open("sqlite"), "sqlite"));
  describe.skipIf(!inject("postgresUrl"))("on PostgreSQL", () => defineTests(open("postgres"), "postgres"));
}

/** A database without tables, removed after the test. */
export async function createEmptyDatabase(engine: Engine): Promise<DatabasePlace> {
  const dataFolder = await temporaryFolder();
  return { dataFolder, databaseUrl: engine === "postgres" ? await createPostgresDatabase() : undefined };
}

/** One more connection to a database, closed after the test. */
export function connect({ dataFolder, databaseUrl }: DatabasePlace) {
  const connection = databaseUrl ? connectPostgres(databaseUrl) : connectSqlite(join(dataFolder, "shop.db"));
  onTestFinished(() => connection.db.destroy());
  return connection;
}

async function createPostgresDatabase() {
  const url = new URL(inject("postgresUrl"));
  const name = `test-${randomUUID()}`;
  const locale = await withServer((db) => sql<{ icu: boolean }>`${isFrom15}`.execute(db));
  // A server usually sorts text by a language's rules. The shop's own order mustn't depend on them.
  const rules = locale.rows[0]?.icu ? sql`template template0 locale_provider icu icu_locale 'nb-NO'` : sql``;
  await withServer((db) => sql`create database ${sql.id(name)} ${rules}`.execute(db));
  onTestFinished(async () => {
    await withServer((db) => sql`drop database ${sql.id(name)} with (force)`.execute(db));
  });
  url.pathname = `/${name}`;
  return url.href;
}

const isFrom15 = sql`select current_setting('server_version_num')::integer >= 150000 as icu`;

async function withServer<Answer>(work: (db: Connection["db"]) => Promise<Answer>) {
  const { db } = connectPostgres(inject("postgresUrl"));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
