import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { expect, inject, test } from "vitest";
import { connect, createDatabase, forEachEngine } from "../tests/support/databases.ts";
import type { Connection, Database, Engine } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";
import { NewerSchemaError } from "./schema-guard.ts";

/** Milliseconds: both engines wait for 5 s. */
const longerThanLocksAreWaitedFor = 6000;

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

forEachEngine((_openDatabase, engine) => {
  test("once a newer version has migrated the database, an older process reads, and writes nothing", async () => {
    const { older, newer } = await openVersions(engine);
    await setSetting(older.db, "before");
    expect(await migrateFurther(newer)).toEqual(["999-newer-breaking"]);
    const writes: Record<string, (db: Database) => Promise<unknown>> = {
      "a transaction": (db) => db.transaction().execute((trx) => setSetting(trx, "after")),
      "an insert": (db) => setSetting(db, "inserted"),
      "an update": (db) => db.updateTable("settings").set({ value: "after" }).execute(),
      "a delete": (db) => db.deleteFrom("settings").execute(),
      "an update that begins with a query": (db) =>
        db
          .with("found", (of) => of.selectFrom("settings").select("key"))
          .updateTable("settings")
          .set({ value: "after" })
          .where("key", "in", (of) => of.selectFrom("found").select("key"))
          .execute(),
    };
    for (const [name, write] of Object.entries(writes)) {
      await expect(write(older.db), name).rejects.toThrow(NewerSchemaError);
      expect(await readSettings(older.db), name).toEqual(["before"]);
    }
    for (const write of Object.values(writes)) await write(newer.db);
    expect(await readSettings(older.db)).toEqual([]);
  });

  test("a migration waits for an older process's transaction, and those that come after it began are refused", async () => {
    const { older, newer } = await openVersions(engine);
    const { promise: isMigrating, resolve: begun } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    let seen: string[] = [];
    const early = await older.db.startTransaction().execute();
    await setSetting(early, "early");
    const migrating = migrateFurther(newer, async (db) => {
      seen = await readSettings(db);
      begun();
      await mayEnd;
    });
    await early.commit().execute();
    await isMigrating;
    const late = setSetting(older.db, "late").catch((error) => error);
    end();
    await migrating;
    expect(seen).toEqual(["early"]);
    expect(await late).toBeInstanceOf(NewerSchemaError);
    expect(await readSettings(older.db)).toEqual(["early"]);
  });

  test("a migration that finds the database locked for longer than it waits tries again", async () => {
    const { older, newer } = await openVersions(engine);
    const holding = await older.db.startTransaction().execute();
    await setSetting(holding, "held");
    let tries = 0;
    const migrating = migrateFurther(newer, async () => void tries++);
    await sleep(longerThanLocksAreWaitedFor);
    await holding.commit().execute();
    expect(await migrating).toEqual(["999-newer-breaking"]);
    expect(tries).toBe(1);
  });
});

testOnPostgres("a migration that a deadlock ended is tried again from the start", async () => {
  const location = await createDatabase("postgres");
  // A release that knows nothing of the guard takes no lock before its first row.
  const [earlier, newer] = [connect(location), connect(location)];
  const { promise: isHalfDone, resolve: halfDone } = Promise.withResolvers<void>();
  let tries = 0;
  const selling = await earlier.db.startTransaction().execute();
  await sql`lock table products in row exclusive mode`.execute(selling);
  const migrating = migrateFurther(newer, async (db) => {
    tries++;
    await sql`alter table orders add column newer text`.execute(db);
    halfDone();
    await sql`alter table products add column newer text`.execute(db);
  });
  await isHalfDone;
  await waitForLock(earlier.db);
  await sql`select count(*) from orders`.execute(selling);
  await selling.commit().execute();
  expect(await migrating).toEqual(["999-newer-breaking"]);
  expect(tries).toBe(2);
});

/** Two processes' connections to one database: one's schema is the shop's, the other may migrate it further. */
async function openVersions(engine: Engine) {
  const location = await createDatabase(engine);
  const [older, newer] = [connect(location), connect(location)];
  expect(await migrate(older)).toEqual([]);
  return { older, newer };
}

function migrateFurther(connection: Connection, up: (db: Database) => Promise<void> = async () => {}) {
  const newer: Migration = { up };
  return migrate(connection, { ...migrations(connection.engine), "999-newer-breaking": newer });
}

/** Waits until another transaction waits for a lock of PostgreSQL's. */
async function waitForLock(db: Database) {
  const waiting = sql<{ count: number }>`select count(*) from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ count: 1 }]);
}

async function setSetting(db: Database, value: string) {
  await db.insertInto("settings").values({ key: value, value }).execute();
}

async function readSettings(db: Database) {
  const rows = await db.selectFrom("settings").select("value").execute();
  return rows.map(({ value }) => value);
}
