import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Database, engineOf } from "#database/connect.ts";
import { generatedRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { connect, forEachEngine } from "../../../tests/support/databases.ts";
import { naiveList, readWholeCatalog } from "../../../tests/support/naive-list.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { sampleOf } from "../../../tests/support/thorough.ts";
import { readCategories } from "../categories.ts";
import { filterMenu, parseFilter } from "../filters/filters.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import { productsPerPage, readProductPage } from "./read-products.ts";
import { sorts } from "./sorts.ts";

/**
 * Holds the first, a middle and the last page of every filter, in some of its orders, against the whole catalog.
 *
 * @param round counts the calls of a test: its calls together try nearly all orders of each filter
 */
async function expectEveryListRight(db: Database, round: number) {
  const catalog = await readWholeCatalog(db);
  expect(catalog.map(({ position }) => position)).toEqual(catalog.map((_, index) => index + 1));
  const groups = filterMenu(await readCategories(db), (await readCatalogIndex(db)).brands().slice(0, 3));
  const choices = groups.flatMap((group) => group.choices.map(({ value }) => parseFilter(value)));
  const orders = [undefined, ...sorts.map(({ value }) => value)];
  const filters = [undefined, ...choices, parseFilter("brand-nord-1"), parseFilter("brand-unknown")];
  for (const [index, filter] of filters.entries()) {
    for (const sort of sampleOf(orders, engineOf(db) === "sqlite" ? 4 : 6, index + round)) {
      const ids = naiveList(catalog, filter, sort);
      const pages = Math.max(1, Math.ceil(ids.length / productsPerPage));
      for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
        const { products, ...read } = await readProductPage(db, { filters: filter ? [filter] : [], sort, page });
        const first = (page - 1) * productsPerPage;
        expect({ ...read, products: products.map(({ id }) => id) }, `${filter}, ${sort}, page ${page}`).toEqual({
          products: ids.slice(first, first + productsPerPage),
          total: ids.length,
          page,
          pages,
          counts: new Map(),
          options: [],
        });
      }
    }
  }
}

/** More than an import writes in one transaction. */
const size = 1050;

forEachEngine((_, engine) => {
  test("every page of every list holds what looking at every product finds, also after other imports and after orders", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const records = await generatedRecords(size);
    await importRecords(db, records);
    await expectEveryListRight(db, 0);

    const userId = await register(shop);
    const sold = records.filter(({ stock }) => stock > 0 && stock < 30).slice(0, 120);
    for (let start = 0; start < sold.length; start += 30) {
      // Down to 1 to 5, to nothing, or by one piece alone.
      const cart = sold
        .slice(start, start + 30)
        .map(({ id, price, stock }, index) => [id, [Math.max(1, stock - 3), stock, 1][index % 3], price] as const);
      const form = orderOf(cart.map(([id, quantity = 1, price]) => [id, quantity, Math.round(price * 100)]));
      expect(await tryToOrder(db, userId, form)).toEqual(expect.any(String));
    }
    await expectEveryListRight(db, 1);

    const others = (await generatedRecords(size, 2)).map((record, index) => ({
      ...record,
      id: `product-${index * 3}`,
    }));
    await importRecords(db, others);
    await expectEveryListRight(db, 2);
    await importRecords(db, records.slice(500, 1000), { replace: true });
    await expectEveryListRight(db, 3);
  }, 120_000);

  test("a list from which orders took all, and one that orders fill, are right", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    const records = (await generatedRecords(40)).map((record) => ({
      ...record,
      stock: 7,
      availabilityStatus: "In Stock",
    }));
    await importRecords(shop.db, records);
    for (const [round, quantity] of [2, 5].entries()) {
      const form = orderOf(records.map(({ id, price }) => [id, quantity, Math.round(price * 100)]));
      expect(await tryToOrder(shop.db, userId, form)).toEqual(expect.any(String));
      await expectEveryListRight(shop.db, round);
    }
    expect((await readProductPage(shop.db, { filters: ["lowStock"], page: 1 })).total).toBe(0);
  });

  test("a page that is read while catalogs are imported is of one catalog", async () => {
    const { shop } = await openTestShop(engine);
    const catalogs = [await generatedRecords(300), await generatedRecords(170, 2)];
    const elsewhere = connect(shop.settings);
    let importing = true;
    const imports = (async () => {
      for (const number of [0, 1, 0, 1, 0, 1]) {
        const records = (catalogs[number] ?? []).map((record) => ({ ...record, title: `Catalog ${number}` }));
        await importRecords(elsewhere.db, records, { replace: true });
      }
      importing = false;
    })();
    const seen = new Set<string>();
    while (importing) {
      const { products, total } = await readProductPage(shop.db, { filters: ["inStock"], sort: "rating", page: 2 });
      await setImmediate();
      seen.add(JSON.stringify([total, ...new Set(products.map(({ title }) => title))]));
    }
    await imports;
    const inStock = catalogs.map((records) => records.filter((record) => record.availabilityStatus === "In Stock"));
    const whole = inStock.map((records, number) => JSON.stringify([records.length, `Catalog ${number}`]));
    expect(["[0]", ...whole]).toEqual(expect.arrayContaining([...seen]));
  });
});
