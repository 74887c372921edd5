import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { catalogRecords, importRecords } from "../../../../tests/support/catalogs.ts";
import type { DatabaseLocation } from "../../../../tests/support/database-location.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../../../tests/support/databases.ts";
import { openTestShop } from "../../../../tests/support/open-test-shop.ts";
import { runProcesses } from "../../../../tests/support/run-processes.ts";
import { readCatalogIndex } from "../index/current-index.ts";
import { readProductPage } from "../read-products.ts";
import { buildSearchIndex } from "./search-index.ts";

/** A database as it was before there were lists, with products whose positions have gaps. */
async function fillEarlierDatabase({ db, engine }: Connection) {
  const { "005-catalog-lists": _, ...earlier } = migrations(engine);
  await new Migrator({ db, provider: { getMigrations: async () => earlier } }).migrateTo(
    "004-contact-pictures-attempts",
  );
  for (const [id, position, price] of [
    ["b", 2, 500],
    ["c", 7, 2000],
    ["a", 9, 100],
  ]) {
    await sql`insert into products (id, position, title, "titleKey", "priceCents", rating, thumbnail, images, brand,
        "brandSlug", category, tags, stock, "discountPercentage", "minimumOrderQuantity", description, "availabilityStatus")
      values (${id}, ${position}, 'Tea', 'tea', ${price}, 4.5, '/tea.webp', '[]', 'Lyng',
        'lyng', 'groceries', '["Fruits"]', 40, 0, 1, 'Black.', 'In Stock')`.execute(db);
  }
}

forEachEngine((_, engine) => {
  test("a shop from before there were lists and searches has both once it is opened", async () => {
    const location = await createEmptyDatabase(engine);
    await fillEarlierDatabase(connect(location));
    const { shop, announced } = await openTestShop(engine, location);
    expect(announced).toContain("Database: search index of 3 products built");
    const read = await readProductPage(shop.db, { filters: ["fruits"], page: 1 });
    expect(read.products.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    const cheapest = await readProductPage(shop.db, { sort: "lowestPrice", page: 1 });
    expect(cheapest.products.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect((await readCatalogIndex(shop.db)).brands()).toEqual([{ slug: "lyng", name: "Lyng" }]);
    expect((await readProductPage(shop.db, { q: "lyng te", page: 1 })).total).toBe(3);
    expect((await openTestShop(engine, location)).announced).toEqual([]);
  });

  test("of processes that open such a shop together, one builds the search index", async () => {
    const location = await createEmptyDatabase(engine);
    const first = connect(location);
    await fillEarlierDatabase(first);
    await migrate(first);
    const script = new URL("../../../../tests/support/search-index-process.ts", import.meta.url);
    const made = await runProcesses<DatabaseLocation, number>(script, Array(5).fill(location));
    expect(made.toSorted()).toEqual([0, 0, 0, 0, 3]);
    expect((await readProductPage(first.db, { q: "tea", page: 1 })).total).toBe(3);
  });

  if (engine === "postgres")
    test("a word's count is written once, however many products have the word", async () => {
      const { db } = (await openTestShop(engine)).shop;
      await importRecords(db, catalogRecords(1001));
      await db.transaction().execute(async (trx) => {
        const written = sql<{ inserted: number; updated: number }>`select n_tup_ins as inserted, n_tup_upd as updated
          from pg_stat_xact_user_tables where relname = 'searchWords'`;
        const [before] = (await written.execute(trx)).rows;
        await buildSearchIndex(trx);
        const [after] = (await written.execute(trx)).rows;
        expect(after?.inserted).toBeGreaterThan(before?.inserted ?? 0);
        expect(after?.updated).toBe(before?.updated ?? 0);
      });
    });

  test("an index that another version of the shop built is built again when the shop is opened", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, catalogRecords(3));
    await shop.db.deleteFrom("searchWords").execute();
    await shop.db.updateTable("settings").set({ value: "0" }).where("key", "=", "searchIndexVersion").execute();
    const again = await openTestShop(engine, shop.settings);
    expect(again.announced).toEqual(["Database: search index of 3 products built"]);
    expect((await readProductPage(shop.db, { q: "prodct", page: 1 })).total).toBe(3);
  });
});
