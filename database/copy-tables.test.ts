import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../tests/support/catalogs.ts";
import { connect, createDatabase, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import type { Database } from "./connect.ts";
import { CopyError, copyTables, countRows, differences, findRows, readContent, writeAlone } from "./copy-tables.ts";
import { migrate } from "./migrate.ts";
import { withSnapshot } from "./snapshot.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

forEachEngine((openDatabase, engine) => {
  test("a changed value, an added row and a removed row are reported with the table's name", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(3));
    const content = () => db.transaction().execute(readContent);
    const before = await content();
    expect(before.get("products")?.rows).toBe(3);
    expect(differences(before, await content())).toEqual([]);
    await db.updateTable("products").set({ rating: 4.26 }).where("id", "=", "p2").execute();
    expect(differences(before, await content())).toEqual(["products"]);
    await db.updateTable("products").set({ rating: 4.25 }).where("id", "=", "p2").execute();
    expect(differences(before, await content())).toEqual([]);
    await db.deleteFrom("products").where("id", "=", "p3").execute();
    await db.insertInto("settings").values({ key: "new", value: "" }).execute();
    expect(differences(before, await content()).toSorted()).toEqual(["products", "settings"]);
  });

  test("two values that change places are another content", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "a", stock: 1 }), catalogRecord({ id: "b", stock: 2 })]);
    const before = await db.transaction().execute(readContent);
    await db.updateTable("products").set({ stock: sql`3 - stock` }).execute();
    expect(differences(before, await db.transaction().execute(readContent))).toEqual(["products"]);
  });

  test("a snapshot doesn't change while others write", async () => {
    const location = await createEmptyDatabase(engine);
    const [reader, writer] = [connect(location), connect(location)];
    await migrate(writer);
    const readKeys = (db: Database) => db.selectFrom("settings").select("key").orderBy("key").execute();
    const write = (key: string) => writer.db.insertInto("settings").values({ key, value: "" }).execute();
    await write("a");
    await withSnapshot(reader.db, async (snapshot) => {
      expect(await readKeys(snapshot)).toEqual([{ key: "a" }]);
      await write("b");
      expect(await readKeys(snapshot)).toEqual([{ key: "a" }]);
    });
    expect(await readKeys(reader.db)).toEqual([{ key: "a" }, { key: "b" }]);
  });
});

test("a copy that doesn't turn out as it was is refused by its table's name, and leaves the other database as it was", async () => {
  const [from, to] = [connect(await createDatabase("sqlite")), connect(await createDatabase("sqlite"))];
  await importRecords(from.db, [catalogRecord()]);
  await importRecords(to.db, [catalogRecord({ id: "tea" })]);
  const before = await to.db.transaction().execute(readContent);
  await sql`create trigger cheaper after insert on "products" begin update "products" set "priceCents" = 1; end`.execute(
    to.db,
  );
  const copied = writeAlone(to.db, (target) => copyTables(from.db, target));
  await expect(copied).rejects.toThrow(new CopyError("Table products differs from the original after copying"));
  expect(await to.db.transaction().execute(readContent)).toEqual(before);
  await sql`drop trigger cheaper`.execute(to.db);
  const content = await writeAlone(to.db, (target) => copyTables(from.db, target));
  expect(differences(content, await from.db.transaction().execute(readContent))).toEqual([]);
  expect(await countRows(to.db)).toEqual(new Map([...content].map(([name, { rows }]) => [name, rows])));
});

test("a database isn't empty once it has what an owner would miss", async () => {
  const { db } = connect(await createDatabase("sqlite"));
  await db.insertInto("settings").values({ key: "shopName", value: "Torg" }).execute();
  expect(await findRows(db)).toBeUndefined();
  await importRecords(db, catalogRecords(3));
  expect(await findRows(db)).toEqual({ table: "products", rows: 3 });
});

testOnPostgres("writers that wait for each other's tables let the one that writes alone go last", async () => {
  const location = await createEmptyDatabase("postgres");
  const [shopper, owner] = [connect(location), connect(location)];
  await migrate(owner);
  const insert = (db: Database, key: string) => db.insertInto("settings").values({ key, value: "" }).execute();
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const shopping = shopper.db.transaction().execute(async (trx) => {
    await trx.insertInto("attempts").values({ key: "try", expiresAt: 0 }).execute();
    begun.resolve();
    await goOn.promise;
    await insert(trx, "shopper");
  });
  await begun.promise;
  const alone = writeAlone(owner.db, (trx) => insert(trx, "owner"));
  await eventually(async () => {
    const waiting = await sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and not granted`.execute(shopper.db);
    expect(waiting.rows).toHaveLength(1);
  });
  goOn.resolve();
  await Promise.all([shopping, alone]);
  expect(await owner.db.selectFrom("settings").select("key").execute()).toEqual([{ key: "shopper" }, { key: "owner" }]);
});
