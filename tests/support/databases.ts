import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, inject, onTestFinished } from "vitest";
import { type Connection, connectPostgres, type Database, type Engine } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { connectPlace, type DatabasePlace } from "./database-place.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
export function connect(place: DatabasePlace) {
  const connection = connectPlace(place);
  onTestFinished(() => connection.db.destroy());
  return connection;
}

async function createPostgresDatabase() {
  const url = new URL(inject("postgresUrl"));
  const name = `test-${randomUUID()}`;
  await withServer(async (db) => {
    const { rows } = await sql`show server_version_num`.execute(db);
    const version = Number((rows[0] as { server_version_num: string }).server_version_num);
    // Most servers sort text by the rules of a language. The shop's own order mustn't depend on them.
    const options = version >= 150000 ? sql`template template0 locale_provider icu icu_locale 'nb-NO'` : sql``;
    await sql`create database ${sql.id(name)} ${options}`.execute(db);
  });
  onTestFinished(async () => {
    await withServer((db) => sql`drop database ${sql.id(name)} with (force)`.execute(db));
  });
  url.pathname = `/${name}`;
  return url.href;
}

async function withServer(work: (db: Database) => Promise<unknown>) {
  const { db } = connectPostgres(inject("postgresUrl"));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
