import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect, createEmptyDatabase } from "../tests/support/databases.ts";
import { keepRoleSettings } from "./role-settings.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

testOnPostgres(
  "a role that may do nothing else gives its sessions their settings, also for other programs",
  async () => {
    const { dataFolder, databaseUrl = "" } = await createEmptyDatabase("postgres");
    const role = `shop-${crypto.randomUUID()}`;
    const { db } = connect({ dataFolder, databaseUrl });
    await sql`create role ${sql.id(role)} login`.execute(db);
    onTestFinished(async () => void (await sql`drop role ${sql.id(role)}`.execute(db)));
    const url = Object.assign(new URL(databaseUrl), { username: role }).href;
    expect(await readSettings(url)).toEqual({ lock_timeout: "0", jit: "on" });
    const processes = Array.from({ length: 3 }, () => connect({ dataFolder, databaseUrl: url }));
    await Promise.all(processes.map(keepRoleSettings));
    expect(await readSettings(url)).toEqual({ lock_timeout: "5s", jit: "off" });
    expect(await readSettings(databaseUrl)).toEqual({ lock_timeout: "0", jit: "on" });
  },
);

testOnPostgres("a role that may not change itself has the settings on its own connections", async () => {
  const { dataFolder, databaseUrl = "" } = await createEmptyDatabase("postgres");
  const [login, group] = [`login-${crypto.randomUUID()}`, `group-${crypto.randomUUID()}`];
  const { db } = connect({ dataFolder, databaseUrl });
  await sql`create role ${sql.id(group)}`.execute(db);
  await sql`create role ${sql.id(login)} login in role ${sql.id(group)}`.execute(db);
  await sql`alter role ${sql.id(login)} set role ${sql.id(group)}`.execute(db);
  onTestFinished(async () => void (await sql`drop role ${sql.id(login)}, ${sql.id(group)}`.execute(db)));
  const url = Object.assign(new URL(databaseUrl), { username: login }).href;
  const connection = connect({ dataFolder, databaseUrl: url });
  await keepRoleSettings(connection);
  expect(await readSettings(url)).toEqual({ lock_timeout: "0", jit: "on" });
  const { rows } = await sql`show lock_timeout`.execute(connection.db);
  expect(rows).toEqual([{ lock_timeout: "5s" }]);
});

/** What a session begins with that sets nothing. */
async function readSettings(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select current_setting('lock_timeout') as lock_timeout, current_setting('jit') as jit",
  );
  await client.end();
  return rows[0];
}
