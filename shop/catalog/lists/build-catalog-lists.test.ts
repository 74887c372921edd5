import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import type { DatabasePlace } from "../../../tests/support/database-place.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { runProcesses } from "../../../tests/support/run-processes.ts";
import { readCatalogRevision } from "../catalog-revision.ts";
import { readBrands, readProductPage } from "../read-products.ts";

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
  test("a shop from before there were lists gets them when it is opened, once", async () => {
    const place = await createEmptyDatabase(engine);
    await fillEarlierDatabase(connect(place));
    const { shop, announced } = await openTestShop(engine, place);
    expect(announced).toContain("Database: lists of 3 products made");
    const read = await readProductPage(shop.db, { filters: ["fruits"], page: 1 });
    expect(read.products.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    const cheapest = await readProductPage(shop.db, { sort: "lowestPrice", page: 1 });
    expect(cheapest.products.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(await readBrands(shop.db)).toEqual([{ slug: "lyng", name: "Lyng" }]);
    expect((await readProductPage(shop.db, { q: "lyng te", page: 1 })).total).toBe(3);
    expect((await openTestShop(engine, place)).announced).toEqual([]);
  });

  test("of processes that open such a shop together, one makes the lists", async () => {
    const place = await createEmptyDatabase(engine);
    const first = connect(place);
    await fillEarlierDatabase(first);
    await migrate(first);
    const script = new URL("../../../tests/support/lists-process.ts", import.meta.url);
    const made = await runProcesses<DatabasePlace, number>(script, Array(5).fill(place));
    expect(made.toSorted()).toEqual([0, 0, 0, 0, 3]);
    expect((await readProductPage(first.db, { filters: ["inStock"], page: 1 })).total).toBe(3);
  });

  test("lists that were made by other rules are made anew when the shop is opened, and kept copies of pages go", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, catalogRecords(3));
    const revision = await readCatalogRevision(shop.db);
    await shop.db.deleteFrom("catalogLists").where("filter", "=", "groceries").execute();
    await shop.db.updateTable("settings").set({ value: "0" }).where("key", "=", "catalogListsVersion").execute();
    const again = await openTestShop(engine, shop.settings);
    expect(again.announced).toEqual(["Database: lists of 3 products made"]);
    expect((await readProductPage(shop.db, { filters: ["groceries"], page: 1 })).total).toBe(3);
    expect(await readCatalogRevision(shop.db)).not.toBe(revision);
  });
});
