import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { DatabaseLocation } from "../tests/support/database-location.ts";
import { connect, createDatabase, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { runProcesses } from "../tests/support/run-processes.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { connectSqlite, type Database, isUniqueViolation } from "./connect.ts";
import { migrate } from "./migrate.ts";
import { pipeline } from "./pipeline.ts";
import { PostgresClient } from "./postgres-client.ts";
import { lockTimeoutMs } from "./sqlite-dialect.ts";
import { DatabaseUnavailableError } from "./unavailable-error.ts";

forEachEngine((openDatabase) => {
  test("a unique violation is distinguished from other errors", async () => {
    const { db } = await openDatabase();
    const insert = (value: string | null) =>
      db
        .insertInto("settings")
        .values({ key: "name", value: value as string })
        .execute();
    await insert("first");
    expect(isUniqueViolation(await insert("second").catch((error) => error))).toBe(true);
    expect(isUniqueViolation(await insert(null).catch((error) => error))).toBe(false);
    expect(await db.selectFrom("settings").select("value").execute()).toEqual([{ value: "first" }]);
  });

  test("reads one after the other let others go on in between", async () => {
    const { db } = await openDatabase();
    let others = 0;
    const goOn = () => {
      others++;
      next = setImmediate(goOn);
    };
    let next = setImmediate(goOn);
    onTestFinished(() => clearImmediate(next));
    for (let reads = 0; others < 3; reads++) {
      expect(reads, "reads before others went on").toBeLessThan(1_000_000);
      await db.selectFrom("settings").select("value").execute();
    }
  });

  test("a read waits for no writer, also one that begins with a query", async () => {
    const { db } = await openDatabase();
    const writer = await db.startTransaction().execute();
    await writer.insertInto("settings").values({ key: "name", value: "first" }).execute();
    const all = db.selectFrom("settings").select("value");
    expect(await all.execute()).toEqual([]);
    expect(
      await db
        .with("all", () => all)
        .selectFrom("all")
        .select("value")
        .execute(),
    ).toEqual([]);
    await writer.rollback().execute();
  });

  test("a row that points at nothing is refused", async () => {
    const { db } = await openDatabase();
    const picture = { id: "picture", userId: "unknown", url: "/picture.webp", webp: null, createdAt: 0 };
    await expect(db.insertInto("pictures").values(picture).execute()).rejects.toThrow(/foreign key/i);
  });

  test("a transaction that fails leaves nothing behind", async () => {
    const { db } = await openDatabase();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("settings").values({ key: "name", value: "Torg" }).execute();
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await db.selectFrom("settings").selectAll().execute()).toEqual([]);
  });

  test("steps of a pipeline give their results in order; one that fails leaves nothing of the transaction, and says why", async () => {
    const { db } = await openDatabase();
    const insert = (key: string) => (part: Database) =>
      part.insertInto("settings").values({ key, value: key }).returning("key").executeTakeFirst();
    const read = (part: Database) => part.selectFrom("settings").select("key").orderBy("key").execute();
    const place = (...keys: string[]) => db.transaction().execute((trx) => pipeline(trx, ...keys.map(insert), read));
    expect(await place("b", "a")).toEqual([{ key: "b" }, { key: "a" }, [{ key: "a" }, { key: "b" }]]);
    await expect(place("c", "a", "d")).rejects.toSatisfy(isUniqueViolation);
    expect(await read(db)).toEqual([{ key: "a" }, { key: "b" }]);
    expect(await pipeline(db, read, read)).toEqual([await read(db), await read(db)]);
  });

  test("counts and amounts in cents beyond 32 bits are numbers", async () => {
    const { db } = await openDatabase();
    await db.insertInto("settings").values({ key: "name", value: "Torg" }).execute();
    const count = await db
      .selectFrom("settings")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .execute();
    expect(count).toEqual([{ rows: 1 }]);
    const { rows } = await sql`select cast(99999999999 as bigint) as cents`.execute(db);
    expect(rows).toEqual([{ cents: 99_999_999_999 }]);
  });
});

test.skipIf(!inject("postgresUrl"))("what PostgreSQL ends to resolve a deadlock may be tried again", async () => {
  const { db } = connect(await createDatabase("postgres"));
  const tables = ["products", "orders"] as const;
  const transactions = await Promise.all(tables.map(() => db.startTransaction().execute()));
  const lockEach = (of: readonly string[]) =>
    Promise.allSettled(transactions.map((trx, index) => sql`lock table ${sql.table(of[index] ?? "")}`.execute(trx)));
  await lockEach(tables);
  const crossed = await lockEach(tables.toReversed());
  expect(crossed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(crossed).toContainEqual({ status: "rejected", reason: expect.any(DatabaseUnavailableError) });
  await Promise.all(transactions.map((trx) => trx.rollback().execute()));
});

test.skipIf(!inject("postgresUrl"))(
  "a server is probed once at a time for a connection, however many statements wait",
  async () => {
    const { databaseUrl } = await createEmptyDatabase("postgres");
    const pool = new pg.Pool({ connectionString: databaseUrl, pipeline: true });
    onTestFinished(() => pool.end());
    const probes: number[] = [];
    let underWay = 0;
    const isReachable = async () => {
      probes.push(++underWay);
      await sleep(5);
      underWay--;
      return true;
    };
    const client = new PostgresClient(await pool.connect(), {}, { probeAfterMs: 50, isReachable, forget: () => {} });
    await Promise.all(Array.from({ length: 5 }, () => client.query("select pg_sleep(0.05)", [])));
    client.release();
    expect(new Set(probes), "how many are under way").toEqual(new Set([1]));
  },
);

test("SQLite keeps what was written when the file is opened again", async () => {
  const { dataFolder } = await createEmptyDatabase("sqlite");
  const first = connectSqlite(join(dataFolder, "shop.db"));
  await migrate(first);
  await first.db.insertInto("settings").values({ key: "name", value: "Torg" }).execute();
  await first.db.destroy();
  const second = connect({ dataFolder, databaseUrl: undefined });
  expect(await second.db.selectFrom("settings").selectAll().execute()).toEqual([{ key: "name", value: "Torg" }]);
});

test("SQLite answers more different statements than are kept prepared", async () => {
  const { db } = connect(await createEmptyDatabase("sqlite"));
  for (let number = 0; number < 1100; number++) {
    expect((await sql`select ${sql.lit(number)} as number`.execute(db)).rows).toEqual([{ number }]);
  }
});

test("a SQLite transaction that waited long for others of its process still waits for another process's", async () => {
  const location = await createDatabase("sqlite");
  const { db } = connect(location);
  const another = new DatabaseSync(join(location.dataFolder, "shop.db"));
  onTestFinished(() => another.close());
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await db.startTransaction().execute();
  const second = db.transaction().execute((trx) => trx.selectFrom("settings").select("key").execute());
  // So that it waits by now.
  await sleep(1);
  vi.advanceTimersByTime(2 * lockTimeoutMs);
  let isCommitted = false;
  const committed = first.commit().execute();
  committed.then(() => (isCommitted = true));
  // Between the commit and the next transaction of this process.
  while (!another.isTransaction && !isCommitted) await beginOrPause(another);
  expect(another.isTransaction).toBe(true);
  await sleep(20);
  another.exec("commit");
  expect(await second).toEqual([]);
});

async function beginOrPause(database: DatabaseSync) {
  try {
    database.exec("begin immediate");
  } catch {
    await undefined;
  }
}

test("four SQLite processes that read and then write in transactions wait for each other", async () => {
  const location = await createEmptyDatabase("sqlite");
  const connection = connect(location);
  await migrate(connection);
  await connection.db.insertInto("settings").values({ key: "counter", value: "0" }).execute();
  const script = new URL("../tests/support/count-process.ts", import.meta.url);
  const counted = await runProcesses<DatabaseLocation, number>(script, Array(4).fill(location));
  expect(counted).toEqual([25, 25, 25, 25]);
  expect(await connection.db.selectFrom("settings").select("value").execute()).toEqual([{ value: "100" }]);
});

test("processes that write without a pause don't keep each other from writing", async () => {
  const file = join(await temporaryFolder(), "shop.db");
  const { db } = connectSqlite(file);
  await sql`create table counters (value integer)`.execute(db);
  await sql`insert into counters values (0)`.execute(db);
  await db.destroy();
  const script = new URL("../tests/support/busy-writer-process.ts", import.meta.url);
  // Longer than a process waits for the others.
  const busy = Array.from({ length: 4 }, () => ({ file, forMs: 8000 }));
  expect(await runProcesses(script, busy)).toEqual([0, 0, 0, 0]);
});
