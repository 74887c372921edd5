import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { findPgBouncer } from "../scripts/test-machinery.mjs";
import type { DatabaseLocation } from "../tests/support/database-location.ts";
import { connect, createEmptyDatabase } from "../tests/support/databases.ts";
import { runProcesses } from "../tests/support/run-processes.ts";
import { startPgBouncer } from "../tests/support/start-pgbouncer.ts";
import { migrate } from "./migrate.ts";

const testThroughPgBouncer = test.skipIf(!inject("postgresUrl") || !(findPgBouncer() || process.env.CI));

testThroughPgBouncer(
  "processes that start together through a pooler migrate once, and leave no lock behind",
  async () => {
    const { location } = await openEmpty();
    const script = new URL("../tests/support/migrate-process.ts", import.meta.url);
    const applied = await runProcesses<DatabaseLocation, string[]>(script, Array(3).fill(location));
    const all = readdirSync(new URL("migrations", import.meta.url)).length;
    expect(applied.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([all, 0, 0]);
    const connections = Array.from({ length: 5 }, () => connect(location));
    expect(await Promise.all(connections.map((connection) => migrate(connection)))).toEqual(Array(5).fill([]));
    const locks = await sql`select * from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(connect(location).db);
    expect(locks.rows).toEqual([]);
  },
);

/** An empty database, and the way to it through a PgBouncer whose transactions share three connections. */
async function openEmpty() {
  const direct = await createEmptyDatabase("postgres");
  const pooler = await startPgBouncer(inject("postgresUrl"), 3);
  onTestFinished(pooler.stop);
  const databaseUrl = Object.assign(new URL(pooler.url), { pathname: new URL(direct.databaseUrl ?? "").pathname }).href;
  return { direct, location: { ...direct, databaseUrl } };
}
