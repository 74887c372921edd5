import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { migrate } from "#database/migrate.ts";
import { generateCatalog } from "../../../bench/support/generate-catalog.ts";
import { connectAt, type DatabaseLocation } from "../../../tests/support/database-location.ts";
import { connect, createDatabase, createEmptyDatabase } from "../../../tests/support/databases.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { readCatalogVersion } from "../../changes/catalog-version.ts";
import { importCatalog } from "../files/import-catalog.ts";
import { parseFilters } from "../filters/filters.ts";
import type { Product } from "../product.ts";
import { readAddressedProducts } from "../products/product-ids.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import { readProduct, readProductPage, readTrending } from "./read-products.ts";
import { readRelated } from "./read-related.ts";
import { findWords } from "./search/catalog-words.ts";
import { maxFound } from "./search/find-in-places.ts";
import { findNearest } from "./search/nearest-matches.ts";
import { searchProducts } from "./search/search-products.ts";
import { sorts } from "./sorts.ts";

/** All that home, lists, product pages and the sitemap ask the database, in single questions, once the process has loaded its index. */
const questions: ((db: Database) => Promise<unknown>)[] = [
  readCatalogVersion,
  readTrending,
  (db) => readProduct(db, "product-1234"),
  async (db) => {
    const product = await readProduct(db, "product-1234");
    const { ofBrand, alike } = await readRelated(db, product as Product);
    expect([ofBrand.length, alike.length]).toEqual([4, 4]);
  },
  async (db) => (await readCatalogIndex(db)).brands(),
  async (db) => {
    for await (const _ of readAddressedProducts(db, { skip: 5000, limit: 100 }));
  },
  ...[undefined, "inStock", "meat", "brand-nord-1"].flatMap((filter) =>
    [undefined, ...sorts.map(({ value }) => value)].flatMap((sort) =>
      [1, 40, 10_000].map((page) => async (db: Database) => {
        const { products } = await readProductPage(db, { filters: parseFilters(filter ? [filter] : []), sort, page });
        expect(products.length).toBeGreaterThan(0);
      }),
    ),
  ),
];

async function importGenerated(location: DatabaseLocation, count: number) {
  const file = join(await temporaryFolder(), "catalog.json");
  await generateCatalog(file, count);
  const { db } = connectAt(location);
  await importCatalog(db, file);
  await db.destroy();
}

test.skipIf(process.platform !== "linux")(
  "on SQLite, no page reads more than a small part of a large catalog",
  async () => {
    const location = await createDatabase("sqlite");
    await importGenerated(location, 6000);
    const size = statSync(join(location.dataFolder, "shop.db")).size;
    const { db } = connect(location);
    await readCatalogIndex(db);
    for (const [number, question] of questions.entries()) {
      const before = bytesRead();
      await question(db);
      expect(bytesRead() - before, `bytes that question ${number} reads of ${size}`).toBeLessThan(size / 10);
    }
  },
);

/** How many bytes this process has read so far, from whatever file. */
function bytesRead() {
  return Number(/rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
}

test.skipIf(!inject("postgresUrl"))(
  "on PostgreSQL, no page reads a large catalog's tables from end to end",
  async () => {
    // Not a lent one: the connection that empties it reports its own scans up to ten seconds later.
    const location = await createEmptyDatabase("postgres");
    const connection = connect(location);
    await migrate(connection);
    await importGenerated(location, 6000);
    const { db } = connection;
    await sql`analyze`.execute(db);
    const scansOf = async (questions: ((db: Database) => Promise<unknown>)[]) => {
      const before = await scans(db);
      const asking = connectAt(location);
      await readCatalogIndex(asking.db);
      for (const question of questions) await question(asking.db);
      await asking.db.destroy();
      return (await scans(db)) - before;
    };
    expect(await scansOf(questions)).toBe(await scansOf([]));
    await expectCommonWords(db, connectAt(location).db);
    await expectWholeWords(db, connectAt(location).db);
  },
);

/** A search for words that half of all products have finds what a look at all products does. @param asking has no index yet */
async function expectCommonWords(db: Database, asking: Database) {
  const withWords = db
    .selectFrom("products")
    .select(["number", "id", "group"])
    .where("description", "like", "%thirty years%");
  const [first] = await withWords.orderBy("position").limit(1).execute();
  const last = await withWords.orderBy("position", "desc").limit(2).execute();
  const ids = [first, ...last].map((product) => product?.id ?? "");
  await db.updateTable("products").set({ group: "g" }).where("id", "in", ids).execute();
  const all = await withWords.orderBy("position").execute();
  const cards = new Set([...new Set(all.map(({ id, group }) => group ?? id))].slice(0, maxFound));
  const expected = all.filter(({ id, group }) => cards.has(group ?? id)).map(({ number }) => number);
  expect(expected).toHaveLength(maxFound + 2);
  for (const text of ["thirty", "thirty years", "yea"])
    expect(await searchProducts(asking, text), text).toMatchObject({ numbers: expected, isCapped: true });
  await expectFewerTitles(asking);
  await asking.destroy();
}

/** Words that titles have less often than descriptions are looked for further on. */
async function expectFewerTitles(db: Database) {
  const limit = 400;
  const inTitles = ["wild", "morning", "quiet", "golden", "smoked"];
  const terms = [{ words: [...inTitles, "that"], isBeginning: false }];
  const hasOne = sql<boolean>`"titleKey" ~ ${inTitles.join("|")}`;
  const titles = db.selectFrom("products").select("number").where(hasOne);
  const expected = await titles.orderBy("position").limit(limit).execute();
  const place = { field: "title" } as const;
  const found = await findNearest({ db, index: await readCatalogIndex(db) }, terms, {
    places: [place],
    limit,
  });
  // What follows are other products of their cards.
  expect(found.get(place)?.numbers.slice(0, limit)).toEqual(expected.map(({ number }) => number));
}

/** Known words are looked up as they are, not by their groups of three letters. */
async function expectWholeWords(db: Database, asking: Database) {
  const before = await trigramScans(db);
  expect(await findWords(asking, ["thirty", "wild", "thirtieth"])).toHaveLength(2);
  await asking.destroy();
  expect(await trigramScans(db)).toBe(before);
}

/** How often the large tables were read from end to end. */
async function scans(db: Database) {
  await othersReported(db);
  const { rows } = await sql<{ scans: number }>`select sum(seq_scan)::int as scans from pg_stat_user_tables
    where relname in ('products', 'productSearch')`.execute(db);
  return rows[0]?.scans ?? 0;
}

/** How often the words' groups of three letters were asked. */
async function trigramScans(db: Database) {
  await othersReported(db);
  const { rows } = await sql<{ scans: number }>`select idx_scan::int as scans from pg_stat_user_indexes
    where indexrelname = 'searchWords_word'`.execute(db);
  return rows[0]?.scans ?? 0;
}

/** All other connections have ended, and reported what they read. */
async function othersReported(db: Database) {
  await eventually(async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  });
}
