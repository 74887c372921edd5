import { copyFile, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, inject, test } from "vitest";
import { connectSqlite, type Engine } from "#database/connect.ts";
import { CopyError, differences, readContent } from "#database/copy-tables.ts";
import { migrations } from "#database/migrate.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { fillShop, readShop, signAdaIn } from "../../tests/support/filled-shop.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { readProductPage } from "../catalog/lists/read-products.ts";
import type { Shop } from "../shop.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const engines: Engine[] = inject("postgresUrl") ? ["sqlite", "postgres"] : ["sqlite"];

forEachEngine((_, engine) => {
  test.each(engines)("a backup restores everything into a shop on %s, which keeps working", async (other) => {
    const { shop, uid, browser, file, counts } = await backUpFilledShop(engine);
    const { shop: restored } = await openTestShop(other);
    await importRecords(restored.db, [catalogRecord({ id: "gone", title: "Gone" })]);
    const indexes = await readIndexes(restored);
    expect((await restoreBackup(restored, file)).counts).toEqual(counts);
    expect(await readShop(restored, browser)).toEqual(await readShop(shop, browser));
    expect(await readIndexes(restored)).toEqual(indexes);
    expect(await signAdaIn(restored)).toBeInstanceOf(Headers);
    expect(await tryToOrder(restored.db, uid, orderOf([["p2", 1]]))).toMatch(/^[A-Z0-9]{10}$/);
  });

  test("a backup is one file for its owner alone, and takes the place of an earlier one", async () => {
    const { shop, folder, file } = await backUpFilledShop(engine);
    await importRecords(shop.db, [catalogRecord()]);
    expect((await writeBackup(shop.connection, file)).counts.get("products")).toBe(252);
    expect(await readdir(folder)).toEqual(["shop.backup"]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("any tool that reads SQLite opens a backup, whose checksum is behind the last page", async () => {
    const { file } = await backUpFilledShop(engine);
    const database = new DatabaseSync(file, { readOnly: true });
    expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(database.prepare("select count(*) as products from products").get()).toEqual({ products: 251 });
    const indexes = database.prepare(sqliteIndexes).all();
    expect(indexes).toEqual(await readIndexes((await openTestShop("sqlite")).shop));
    database.close();
    const ending = (await readFile(file, "latin1")).slice(-110);
    expect(ending).toMatch(/\nTorg backup, SHA-256 of what precedes: [\da-f]{64}\n$/);
  });

  test("what is no backup is never written over, be it the database of a shop", async () => {
    const { shop } = await openTestShop(engine);
    const { shop: open } = await openTestShop("sqlite");
    const folder = await temporaryFolder();
    const letter = join(folder, "letter.txt");
    await writeFile(letter, "Dear Ada");
    for (const file of [letter, folder, join(open.settings.dataFolder, "shop.db")]) {
      await expect(writeBackup(shop.connection, file)).rejects.toThrow(CopyError);
    }
    expect(await readFile(letter, "utf8")).toBe("Dear Ada");
    await importRecords(open.db, [catalogRecord()]);
  });

  test("a backup that can't be written says why", async () => {
    const { shop } = await openTestShop(engine);
    const file = join(await temporaryFolder(), "none", "shop.backup");
    await expect(writeBackup(shop.connection, file)).rejects.toThrow(/^Can't write the backup \S+: ENOENT/);
  });

  test("what isn't a shop's whole database is refused in one line, and nothing is changed", async () => {
    const { folder, file } = await copyBackup();
    const { shop: target } = await openTestShop(engine);
    await importRecords(target.db, [catalogRecord()]);
    const before = await contentOf(target);
    for (const [name, message] of Object.entries(await makeUnfitFiles(folder, file))) {
      const refusal = await restoreBackup(target, join(folder, name)).catch((error) => error);
      expect(refusal, name).toBeInstanceOf(CopyError);
      expect(refusal.message, name).toMatch(message);
      expect(refusal.message, name).not.toContain("\n");
    }
    expect(await contentOf(target)).toEqual(before);
    expect((await readdir(target.settings.dataFolder)).filter((name) => name.startsWith("before"))).toEqual([]);
  });

  test("a backup with one flipped byte is refused, wherever the byte is, and nothing is changed", async () => {
    const { file } = await copyBackup();
    const { shop: target } = await openTestShop(engine);
    await importRecords(target.db, [catalogRecord()]);
    const before = await contentOf(target);
    const bytes = await readFile(file);
    for (const place of placesIn(bytes)) {
      const flipped = Buffer.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ 1;
      await writeFile(file, flipped);
      const refusal = await restoreBackup(target, file).catch((error) => error);
      expect(refusal, `byte ${place}`).toBeInstanceOf(CopyError);
      expect(refusal.message).toMatch(/shop\.backup (is damaged: |isn't a shop backup: it is another kind of file)/);
    }
    expect(await contentOf(target)).toEqual(before);
    await writeFile(file, bytes);
    expect(await restoreBackup(target, file)).toMatchObject({ origin: "verified backup" });
  });

  test("a backup that was cut off, or made longer, is refused", async () => {
    const { file } = await copyBackup();
    const { shop: target } = await openTestShop(engine);
    const bytes = await readFile(file);
    const others = [bytes.subarray(0, -1), bytes.subarray(0, -200), Buffer.concat([bytes, Buffer.from("\n")])];
    for (const other of others) {
      await writeFile(file, other);
      await expect(restoreBackup(target, file)).rejects.toThrow(/shop\.backup is damaged: its checksum is missing$/);
    }
  });

  test("a backup made by the previous version, without a checksum, is restored as one that isn't verified", async () => {
    const { shop, browser, file } = await backUpFilledShop("sqlite");
    removeChecksum(file);
    const { shop: target } = await openTestShop(engine);
    expect(await restoreBackup(target, file)).toMatchObject({ origin: "unverified backup" });
    expect(await readShop(target, browser)).toEqual(await readShop(shop, browser));
    expect((await writeBackup(shop.connection, file)).counts.get("products"), "it can be replaced").toBe(251);
  });

  test("a table that can't be restored leaves all of them as they were", async () => {
    const { folder, file } = await copyBackup();
    removeChecksum(file);
    changeDatabase(file, `alter table "priceHistory" rename to "prices away"`);
    const { shop: target } = await openTestShop(engine);
    await importRecords(target.db, [catalogRecord()]);
    const before = await contentOf(target);
    await expect(restoreBackup(target, file)).rejects.toThrow(/^Can't copy table priceHistory: no such table/);
    expect(await contentOf(target)).toEqual(before);
    expect(await readdir(folder)).toEqual(["shop.backup"]);
  });

  test("an older shop's backup is migrated as it is restored, and its file isn't changed", async () => {
    const file = await writeOlderDatabase();
    const bytes = await readFile(file);
    const { shop } = await openTestShop(engine);
    await restoreBackup(shop, file);
    const { products, total } = await readProductPage(shop.db, { page: 1, filters: ["inStock"] });
    expect({ total, ids: products.map(({ id }) => id) }).toEqual({ total: 1, ids: ["coffee"] });
    expect(await readFile(file)).toEqual(bytes);
  });
});

test("on SQLite, a restore keeps the replaced database as a file that can be restored too", async () => {
  const { shop, browser } = await backUpFilledShop("sqlite");
  const was = await readShop(shop, browser);
  const { file } = await copyBackup();
  const { before = "" } = await restoreBackup(shop, file);
  expect(before).toMatch(/\/before-restore-[\dTZ-]+\.db$/);
  expect(await readShop(shop, browser)).not.toEqual(was);
  await restoreBackup(shop, before);
  const { user, tables, ...seen } = await readShop(shop, browser);
  const { user: _user, tables: _tables, ...wasSeen } = was;
  expect(seen).toEqual(wasSeen);
  expect(differences(tables, was.tables)).toEqual(["session"]);
  expect(user, "whose account was gone meanwhile").toBeNull();
});

test("the database that a killed shop has left is restored with its newest rows", async () => {
  const { shop } = await backUpFilledShop("sqlite");
  const folder = await temporaryFolder();
  for (const name of ["shop.db", "shop.db-wal"]) {
    await copyFile(join(shop.settings.dataFolder, name), join(folder, name));
  }
  const { shop: restored } = await openTestShop("sqlite");
  expect(await restoreBackup(restored, join(folder, "shop.db"))).toMatchObject({ origin: "database" });
  expect(await contentOf(restored)).toEqual(await contentOf(shop));
  expect(await readdir(folder)).toEqual(["shop.db", "shop.db-wal"]);
});

test("a backup that was copied to shop.db by hand counts as a database, without a checksum", async () => {
  const { file } = await copyBackup();
  const copy = join(await temporaryFolder(), "shop.db");
  await copyFile(file, copy);
  const { db } = connectSqlite(copy);
  await db.updateTable("products").set({ stock: 1 }).execute();
  await db.destroy();
  const { shop } = await openTestShop("sqlite");
  await expect(writeBackup(shop.connection, copy)).rejects.toThrow("already exists and isn't a backup");
  expect(await restoreBackup(shop, copy)).toMatchObject({ origin: "database" });
  expect((await readProductPage(shop.db, { page: 1 })).products[0]?.stock).toBe(1);
});

/** A shop with something of everything, and its backup. */
async function backUpFilledShop(engine: Engine) {
  const { shop } = await openTestShop(engine);
  const filled = await fillShop(shop);
  const folder = await temporaryFolder();
  const file = join(folder, "shop.backup");
  return { shop, ...filled, folder, file, ...(await writeBackup(shop.connection, file)) };
}

let backupBytes: Promise<Buffer> | undefined;

/** A copy of the backup of a filled shop on SQLite. To fill a shop takes longer than most tests of its backup. */
async function copyBackup() {
  backupBytes ??= backUpFilledShop("sqlite").then(({ file }) => readFile(file));
  const folder = await temporaryFolder();
  const file = join(folder, "shop.backup");
  await writeFile(file, await backupBytes);
  return { folder, file };
}

const sqliteIndexes = "select tbl_name, name, sql from sqlite_master where type = 'index' order by name";
const postgresIndexes = "select tablename, indexname, indexdef from pg_indexes order by indexname";

async function readIndexes({ db, connection }: Shop) {
  return (await sql.raw(connection.engine === "sqlite" ? sqliteIndexes : postgresIndexes).execute(db)).rows;
}

function contentOf({ db }: Shop) {
  return db.transaction().execute(readContent);
}

/** Files in a folder that can't be restored. @returns by their names, what is said of them */
async function makeUnfitFiles(folder: string, backup: string) {
  removeChecksum(backup);
  const copy = async (name: string) => {
    await copyFile(backup, join(folder, name));
    return join(folder, name);
  };
  await writeFile(join(folder, "letter.txt"), "Dear Ada, ".repeat(100));
  await writeFile(join(folder, "empty.db"), "");
  changeDatabase(join(folder, "notes.db"), "create table notes (text)");
  await truncate(await copy("half.db"), Math.floor((await stat(backup)).size / 2));
  await truncate(await copy("beginning.db"), 90);
  changeDatabase(await copy("newer.db"), "insert into kysely_migration values ('999-robots', '2030-01-01')");
  changeDatabase(await copy("orphan.db"), `pragma foreign_keys = off; delete from "user"`);
  changeDatabase(
    await copy("view.db"),
    `create view endless as with recursive row(number) as (select 1 union all select number + 1 from row) select * from row`,
  );
  changeDatabase(
    await copy("trigger.db"),
    `create trigger "more
" after insert on kysely_migration begin update orders set id = 1; end`,
  );
  changeDatabase(await copy("columns.db"), `alter table "orderEvents" add column rowid text default '5'`);
  const damaged = await copy("damaged.db");
  const bytes = await readFile(damaged);
  await writeFile(damaged, bytes.fill(0xff, 20_000, 60_000));
  return {
    "letter.txt": /letter\.txt isn't a shop backup: it is another kind of file$/,
    "empty.db": /empty\.db isn't a shop backup: it is another kind of file$/,
    "notes.db": /notes\.db isn't a shop backup: it is another program's database$/,
    "half.db": /half\.db is damaged: /,
    "beginning.db": /beginning\.db is damaged: /,
    "damaged.db": /damaged\.db is damaged: /,
    "orphan.db": /orphan\.db is damaged: a row in \w+ refers to a missing row in user$/,
    "newer.db": /newer\.db was made by a newer version of the shop \(999-robots\)\. Upgrade this shop first\.$/,
    "view.db": /view\.db isn't a shop backup: it has another view \(endless\)$/,
    "trigger.db": /trigger\.db isn't a shop backup: it has another trigger \(more\?\?\)$/,
    "columns.db": /columns\.db isn't a shop backup: its table orderEvents has other columns$/,
    "none.db": /none\.db not found$/,
    ".": /^Can't read \S+: EISDIR/,
  };
}

/** Places all over a backup: in its header, its rows, its free space and its checksum. */
function placesIn({ length }: Buffer) {
  const header = [0, 17, 18, 24, 40, 60, 63, 68, 71, 80, 100];
  const anywhere = Array.from({ length: 25 }, (_, index) => Math.floor((index * length) / 25) + index);
  const atTheEnd = Array.from({ length: 12 }, (_, index) => length - 1 - 8 * index);
  return [...header, ...anywhere, ...atTheEnd];
}

/** Makes a backup what the version before checksums would have written. */
function removeChecksum(file: string) {
  changeDatabase(file, "pragma user_version = 0; vacuum");
}

function changeDatabase(file: string, statements: string) {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
}

/** A shop's database of before there were lists, as its migrations made it then, with one product. */
async function writeOlderDatabase() {
  const file = join(await temporaryFolder(), "older.db");
  const { db } = connectSqlite(file);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations("sqlite") } });
  await migrator.migrateTo("004-contact-pictures-attempts");
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord()]);
  const tables = await db.introspection.getTables();
  const known = tables.find(({ name }) => name === "products")?.columns.map(({ name }) => name) ?? [];
  const rows = await shop.db.selectFrom("products").selectAll().execute();
  const older = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => known.includes(name))));
  await db
    .insertInto("products")
    .values(older as never)
    .execute();
  await db.destroy();
  return file;
}
