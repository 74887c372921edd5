import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import type { DatabaseLocation } from "../tests/support/database-location.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { runProcesses } from "../tests/support/run-processes.ts";
import { buildMissingIndexes } from "./build-indexes.ts";
import type { Connection } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";

/** The names of all migrations: each is a file. */
const all = readdirSync(new URL("migrations", import.meta.url))
  .map((file) => file.replace(/\.ts$/, ""))
  .toSorted();

/** A database whose payments know neither what they asked for nor what was paid: orders of $19.99, whose payments are in any state. */
async function fillBeforePaymentTerms({ db, engine }: Connection) {
  await new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } }).migrateTo("016-search-keys");
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('ada', 'Ada', 'ada@example.com', ${engine === "postgres" ? true : 1}, '2026-11-01', '2026-11-01')`.execute(
    db,
  );
  await sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt")
    values ('ada', 'Ada', 'Lovelace', 'ada@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155', 'Norway', 0)`.execute(
    db,
  );
  const payments = [
    ["open", null],
    ["open", "cs_1"],
    ["paid", "cs_2"],
    ["paid", "cs_3"],
    ["ended", "cs_4"],
  ] as const;
  for (const [index, [state, externalId]] of payments.entries()) {
    await sql`insert into orders (id, "userId", "orderNumber", "checkoutKey", "totalPrice", "paymentMethod", "billingAddress", "createdAt")
      values (${index}, 'ada', ${`N${index}`}, ${`K${index}`}, '19.99', 'visa', 'Storgata 1', 0)`.execute(db);
    await sql`insert into payments ("orderId", provider, state, "externalId", "createdAt")
      values (${index}, 'stripe', ${state}, ${externalId}, 0)`.execute(db);
  }
  await sql`insert into "orderEvents" ("orderId", position, step, "createdAt", actor, "amountCents")
    values (3, 1, 'noted', 0, 'owner', 5), (3, 2, 'paid', 0, 'stripe', 1)`.execute(db);
}

forEachEngine((openDatabase, engine) => {
  test("an empty database gets every migration, in order", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    expect(await migrate(connection)).toEqual(all);
    expect(await connection.db.selectFrom("orders").selectAll().execute()).toEqual([]);
  });

  test("an up-to-date database is left unchanged", async () => {
    const connection = await openDatabase();
    await connection.db.insertInto("settings").values({ key: "kept", value: "yes" }).execute();
    expect(await migrate(connection)).toEqual([]);
    expect(await connection.db.selectFrom("settings").selectAll().execute()).toEqual([{ key: "kept", value: "yes" }]);
  });

  test("a database that a newer version has migrated is left unchanged, and refused after a breaking migration", async () => {
    const connection = await openDatabase();
    const { db } = connection;
    await sql`insert into kysely_migration values ('999-robots', '2030-01-01')`.execute(db);
    expect(await migrate(connection)).toEqual([]);
    await db.insertInto("settings").values({ key: "written", value: "yes" }).execute();
    await sql`insert into kysely_migration values ('999-walls-breaking', '2030-01-01')`.execute(db);
    const refusal = /^a newer version of Torg created this database \(999-walls-breaking\)/;
    await expect(migrate(connection)).rejects.toThrow(refusal);
    expect(await db.selectFrom("settings").selectAll().execute()).toEqual([{ key: "written", value: "yes" }]);
  });

  test("a database that a newer version has migrated from further back is refused", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const provider = {
      getMigrations: async () => ({ "001-first": { up: async () => {} }, "999-robots": { up: async () => {} } }),
    };
    await new Migrator({ db: connection.db, provider }).migrateToLatest();
    await expect(migrate(connection)).rejects.toThrow(/^a newer version of Torg created this database \(001-first\)/);
  });

  test("copies that were drafts before follow their titles, and other drafts keep their IDs", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const provider = { getMigrations: async () => migrations(engine) };
    await new Migrator({ db, provider }).migrateTo("054-discount-code-folding");
    await sql`insert into "draftProducts" values ('copy-of-rye', 'copy of rye', '{}'), ('rye', 'rye', '{}')`.execute(
      db,
    );
    await migrate(connection);
    expect(await db.selectFrom("draftProducts").select(["id", "madeIds"]).orderBy("id").execute()).toEqual([
      { id: "copy-of-rye", madeIds: '["copy-of-rye"]' },
      { id: "rye", madeIds: null },
    ]);
  });

  test("payments of before ask for their order's total in dollars, and were paid what their events say", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    await fillBeforePaymentTerms(connection);
    expect(await migrate(connection)).toContain("017-payment-terms");
    const asked = { amountCents: 1999, currency: "usd", mode: null };
    expect(
      await connection.db
        .selectFrom("payments")
        .select(["externalId", "amountCents", "currency", "mode", "paidCents"])
        .orderBy("orderId")
        .execute(),
    ).toEqual([
      { externalId: null, amountCents: null, currency: null, mode: null, paidCents: null },
      { externalId: "cs_1", ...asked, paidCents: null },
      { externalId: "cs_2", ...asked, paidCents: 1999 },
      { externalId: "cs_3", ...asked, paidCents: 1 },
      { externalId: "cs_4", ...asked, paidCents: null },
    ]);
  });

  test.for<[saved: object | undefined, option: object, kept: object | undefined]>([
    [undefined, { priceCents: 0, freeFromCents: null, days: 3 }, undefined],
    [{ shopName: "Brygga" }, { priceCents: 0, freeFromCents: null, days: 3 }, { shopName: "Brygga" }],
    [
      { shopName: "Brygga", deliveryPrice: "4.90", deliveryFreeFrom: "1050.10", deliveryDays: "5", returnDays: "" },
      { priceCents: 490, freeFromCents: 105_010, days: 5 },
      { shopName: "Brygga", returnDays: "" },
    ],
  ])("the settings' delivery terms %j become the first delivery option", async ([saved, option, kept]) => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
    await migrator.migrateTo("034-discounts");
    const values = { key: "shopFacts", value: JSON.stringify(saved) };
    if (saved) await db.insertInto("settings").values(values).execute();
    await migrate(connection);
    const first = { name: "Standard", countries: "", postcodes: "", isPickup: 0, isActive: 1, position: 0, ...option };
    expect(await db.selectFrom("deliveryOptions").selectAll().execute()).toMatchObject([{ id: 1, ...first }]);
    const settings = await db.selectFrom("settings").select("value").where("key", "=", "shopFacts").execute();
    expect(settings.map(({ value }) => JSON.parse(value))).toEqual(kept ? [kept] : []);
  });

  test("the text of a pickup becomes its place, and that of its orders", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
    await migrator.migrateTo("089-return-labels");
    const option = { priceCents: 0, freeFromCents: null, days: 1, daysFrom: null, countries: "", postcodes: "" };
    const texts = { Pickup: "Bryggen 1\n5003 Bergen\n\nMon–Fri 10–17", Post: "", Former: "Torget 2" };
    for (const [position, [name, pickupPlace]] of Object.entries(texts).entries())
      await db
        .insertInto("deliveryOptions")
        .values({ ...option, name, pickupPlace, position, isActive: 1, isPickup: name === "Pickup" ? 1 : 0 })
        .execute();
    await migrate(connection);
    const places = await db.selectFrom("pickupPlaces").selectAll().orderBy("id").execute();
    expect(places.map(({ name, note }) => [name, note].filter(Boolean).join("\n"))).toEqual([
      texts.Pickup,
      texts.Former,
    ]);
    expect(places).toMatchObject([{ name: "Bryggen 1", hours: "", country: "", position: 0 }, { name: "Torget 2" }]);
  });

  test("an order's total in dollars becomes a subtotal and a total in cents", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    await fillBeforePaymentTerms(connection);
    await sql`update orders set "deliveryCents" = 490 where id = 1`.execute(connection.db);
    await sql`update orders set "totalPrice" = '12345678.29' where id = 2`.execute(connection.db);
    expect(await migrate(connection)).toContain("021-order-sums");
    const orders = connection.db
      .selectFrom("orders")
      .select(["idempotencyKey", "subtotalCents", "discountCents", "deliveryCents", "vatCents", "totalCents"])
      .orderBy("id")
      .limit(3);
    const unused = { discountCents: 0, vatCents: 0 };
    expect(await orders.execute()).toEqual([
      { ...unused, idempotencyKey: "K0", subtotalCents: 1999, deliveryCents: 0, totalCents: 1999 },
      { ...unused, idempotencyKey: "K1", subtotalCents: 1509, deliveryCents: 490, totalCents: 1999 },
      { ...unused, idempotencyKey: "K2", subtotalCents: 1_234_567_829, deliveryCents: 0, totalCents: 1_234_567_829 },
    ]);
  });

  if (engine === "postgres")
    test("indexes of a large table are left to a job, which repeats what was interrupted", async () => {
      const connection = connect(await createEmptyDatabase(engine));
      const { db } = connection;
      const known = async () => migrations(engine);
      await new Migrator({ db, provider: { getMigrations: known } }).migrateTo("101-matched-withdrawals");
      await sql`insert into "contactMessages" ("firstName", "lastName", email, "phoneNumber", subject, message, "submittedAt", "searchKey")
      select 'Ada', '', '', '', '', '', n, 'ada' from generate_series(1, 20001) as counted(n)`.execute(db);
      await migrate(connection);
      const readIndexes = async () => {
        const { rows } = await sql<{
          name: string;
        }>`select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
        where indisvalid and relname in ('orders_searchText', 'contactMessages_searchKey', 'contactMessages_otherSigns') order by relname`.execute(
          db,
        );
        return rows.map(({ name }) => name);
      };
      expect(await readIndexes()).toEqual(["orders_searchText"]);
      expect(await db.selectFrom("jobs").select(["kind", "key"]).orderBy("key").execute()).toEqual([
        { kind: "indexes", key: "103" },
        { kind: "indexes", key: "105" },
        { kind: "indexes", key: "113" },
      ]);
      await sql`update pg_index set indisvalid = false where indexrelid = '"orders_searchText"'::regclass`.execute(db);
      await sql`create table "contactMessages_otherSigns" ()`.execute(db);
      await expect(buildMissingIndexes(db)).rejects.toThrow("already exists");
      const { rows } = await sql`select attname from pg_stats where tablename = 'contactMessages'`.execute(db);
      expect(rows, "what was built before is analyzed").not.toEqual([]);
      await sql`drop table "contactMessages_otherSigns"`.execute(db);
      await buildMissingIndexes(db);
      const built = ["contactMessages_otherSigns", "contactMessages_searchKey", "orders_searchText"];
      expect(await readIndexes()).toEqual(built);

      await sql`drop index "contactMessages_searchKey"`.execute(db);
      const writer = await db.startTransaction().execute();
      await sql`lock table "contactMessages" in row exclusive mode`.execute(writer);
      const first = buildMissingIndexes(db);
      const begun = sql`select from pg_stat_progress_create_index where relid = '"contactMessages"'::regclass`;
      await expect.poll(async () => (await begun.execute(db)).rows).toHaveLength(1);
      expect(await buildMissingIndexes(db), "what another process builds is left to it").toBe(true);
      await writer.rollback().execute();
      expect([await first, await readIndexes()]).toEqual([false, built]);
    });

  test("five processes that start together on an empty database apply every migration once", async () => {
    const location = await createEmptyDatabase(engine);
    const script = new URL("../tests/support/migrate-process.ts", import.meta.url);
    const applied = await runProcesses<DatabaseLocation, string[]>(script, Array(5).fill(location));
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([all, [], [], [], []]);
    const { rows } = await sql`select name from kysely_migration order by name`.execute(connect(location).db);
    expect(rows).toEqual(all.map((name) => ({ name })));
  });
});
