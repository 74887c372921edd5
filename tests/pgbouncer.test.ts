import { readdirSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { buildMissingIndexes } from "#database/build-indexes.ts";
import type { Database } from "#database/connect.ts";
import { readConfig } from "#server/environment/config.ts";
import { openDatabase } from "#shop/open/open-database.ts";
import { findPgBouncer } from "../scripts/test-machinery.mjs";
import type { DatabaseLocation } from "./support/database-location.ts";
import { connect, createEmptyDatabase } from "./support/databases.ts";
import { runProcesses } from "./support/run-processes.ts";
import { startPgBouncer } from "./support/start-pgbouncer.ts";

const testThroughPgBouncer = test.skipIf(!inject("postgresUrl") || !(findPgBouncer() || process.env.CI));
const pooledConnections = 6;

testThroughPgBouncer(
  "through a pooler, processes start together, commands open beside busy ones, and each connection has its settings",
  async () => {
    const location = await openPooled();
    const script = new URL("support/migrate-process.ts", import.meta.url);
    const applied = await runProcesses<DatabaseLocation, string[]>(script, Array(3).fill(location));
    const all = readdirSync(new URL("../database/migrations", import.meta.url)).length;
    expect(applied.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([all, 0, 0]);

    const { dataFolder: DATA_DIR, databaseUrl: DATABASE_URL } = location;
    const config = readConfig({ DATA_DIR, DATABASE_URL, AUTH_SECRET: "x".repeat(32) });
    const busy = keepBusy(Array.from({ length: 8 }, () => connect(location).db));
    for (let opened = 0; opened < 10; opened++) await (await openDatabase(config, () => {})).db.destroy();
    await busy.stop();

    const { db } = connect(location);
    // Those that are older than the role's settings don't have them.
    await closeOthers(db);
    const busyBeside = keepBusy(Array.from({ length: 8 }, () => connect(location).db));
    await sql`drop index "changes_actor"`.execute(db);
    await buildMissingIndexes(db);
    await busyBeside.stop();
    expect(await readSettings(DATABASE_URL), "a build of indexes leaves nothing behind").toEqual(
      Array(pooledConnections).fill("5s off"),
    );

    const locks = await sql`select * from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
    expect(locks.rows).toEqual([]);
    await closeOthers(db);
    expect(await readSettings(DATABASE_URL)).toEqual(Array(pooledConnections).fill("5s off"));
  },
);

/** An empty database, reached through a PgBouncer. */
async function openPooled() {
  const { dataFolder, databaseUrl = "" } = await createEmptyDatabase("postgres");
  const pooler = await startPgBouncer(inject("postgresUrl"), pooledConnections);
  onTestFinished(pooler.stop);
  const { pathname } = new URL(databaseUrl);
  return { dataFolder, databaseUrl: Object.assign(new URL(pooler.url), { pathname }).href };
}

/** Clients that each write, again and again. */
function keepBusy(clients: Database[]) {
  let isStopping = false;
  const writing = clients.map(async (db, client) => {
    const values = { key: `client ${client}`, value: "busy" };
    while (!isStopping) {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto("settings").values(values).execute();
        await trx.deleteFrom("settings").where("key", "=", values.key).execute();
      });
    }
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(writing);
    },
  };
}

/** Closes the connections that the pooler keeps. */
async function closeOthers(db: Database) {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

/** What is set on connections that clients have at the same time which set nothing themselves. */
async function readSettings(connectionString: string) {
  const clients = Array.from({ length: pooledConnections }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  for (const client of clients) await client.query("begin");
  const query = "select current_setting('lock_timeout') || ' ' || current_setting('jit') as settings";
  const answers = await Promise.all(clients.map((client) => client.query(query)));
  await Promise.all(clients.map((client) => client.end()));
  return answers.map(({ rows }) => rows[0].settings);
}
