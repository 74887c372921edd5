import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test, vi } from "vitest";
import type { Database } from "#database/connect.ts";
import { generateCatalog } from "../../bench/support/generate-catalog.ts";
import { connectPlace, type DatabasePlace } from "../../tests/support/database-place.ts";
import { connect, createDatabase } from "../../tests/support/databases.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { readCatalogRevision } from "./catalog-revision.ts";
import { parseFilters } from "./filters.ts";
import { importCatalog } from "./import-catalog.ts";
import type { Product } from "./product.ts";
import { countProducts, readProductIds } from "./product-ids.ts";
import { readBrands, readBrandsBySlug, readProduct, readProductPage, readTrending } from "./read-products.ts";
import { readRelated } from "./read-related.ts";
import { sorts } from "./sorts.ts";

/** All that home, lists, product pages and the sitemap ask the database, in single questions. */
const questions: ((db: Database) => Promise<unknown>)[] = [
  readCatalogRevision,
  readTrending,
  (db) => readProduct(db, "product-1234"),
  async (db) => {
    const product = await readProduct(db, "product-1234");
    const { ofBrand, alike } = await readRelated(db, product as Product);
    expect([ofBrand.length, alike.length]).toEqual([4, 4]);
  },
  readBrands,
  (db) => readBrandsBySlug(db, ["nord-1"]),
  countProducts,
  async (db) => {
    for await (const _ of readProductIds(db, { skip: 5000, limit: 100 }));
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

/** Asks on a connection that knows nothing yet. */
async function ask(place: DatabasePlace, question: (db: Database) => Promise<unknown>) {
  const { db } = connectPlace(place);
  await question(db);
  await db.destroy();
}

async function importGenerated(place: DatabasePlace, count: number) {
  const file = join(await temporaryFolder(), "catalog.json");
  await generateCatalog(file, count);
  await ask(place, (db) => importCatalog(db, file));
}

test.skipIf(process.platform !== "linux")(
  "on SQLite, no page reads more than a small part of a large catalog",
  async () => {
    const place = await createDatabase("sqlite");
    await importGenerated(place, 6000);
    const size = statSync(join(place.dataFolder, "shop.db")).size;
    for (const [number, question] of questions.entries()) {
      const before = bytesRead();
      await ask(place, question);
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
    const place = await createDatabase("postgres");
    await importGenerated(place, 6000);
    const { db } = connect(place);
    await sql`analyze`.execute(db);
    const before = await scans(db);
    for (const question of questions) await ask(place, question);
    expect(await scans(db)).toEqual(before);
  },
);

/** How often the large tables were read from end to end, once all other connections have ended and told. */
async function scans(db: Database) {
  await vi.waitFor(async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    expect(rows).toEqual([]);
  });
  const { rows } = await sql`select relname, seq_scan from pg_stat_user_tables
    where relname in ('products', 'productRanks', 'catalogLists') order by relname`.execute(db);
  expect(rows).toHaveLength(3);
  return rows;
}
