import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/soak/seeded-random.ts";
import { catalogRecords, generatedRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { naiveList, readWholeCatalog } from "../../../tests/support/naive-list.ts";
import { readCategories } from "../categories.ts";
import { type Filter, facetOfFilter, fixedFilters } from "../filters/filters.ts";
import { filterOfBand } from "../filters/price-bands.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import { readProductPage } from "./read-products.ts";
import { sorts } from "./sorts.ts";

/** They overlap each other and the menu's. */
const otherBands = ["under20", "3to15", "20to25", "15to75", "over400", "999999to9999999"];

forEnginesInTurns((openDatabase) => {
  test("filters of one group widen a list, those of other groups narrow it, and each choice has the count it would leave", async () => {
    const { db } = await openDatabase();
    await importRecords(db, await generatedRecords(1500));
    const catalog = await readWholeCatalog(db);
    const kept = new Map<Filter, Set<string>>();
    const categories = await readCategories(db);
    const slugs = categories.map(({ slug }) => slug);
    const kinds = new Map(categories.map(({ slug, kind }) => [slug, { kind, children: [] }]));
    const groupOf = (filter: Filter) => facetOfFilter(filter, kinds);
    const choices: Filter[] = [...fixedFilters, ...otherBands, ...slugs, "brand-nord-1", "brand-unknown"];
    for (const choice of choices) kept.set(choice, new Set(naiveList(catalog, choice)));
    const keep = (filters: Filter[], id: string) =>
      [...Map.groupBy(filters, groupOf).values()].every((group) => group.some((filter) => kept.get(filter)?.has(id)));

    const random = seededRandom(7);
    for (let time = 0; time < 30; time++) {
      const filters = choices.filter(() => random() < 0.2);
      const sort = [undefined, ...sorts.map(({ value }) => value)][time % 5];
      const ids = naiveList(catalog, undefined, sort);
      const list = ids.filter((id) => keep(filters, id));
      const { products, total, counts } = await readProductPage(db, { filters, sort, page: 1, choices });
      expect({ ids: products.map(({ id }) => id), total }, `${filters} ${sort}`).toEqual({
        ids: list.slice(0, 24),
        total: list.length,
      });
      for (const choice of choices) {
        const others = filters.filter((filter) => groupOf(filter) !== groupOf(choice));
        expect(counts.get(choice), `${choice} with ${filters}`).toBe(
          ids.filter((id) => keep([...others, choice], id)).length,
        );
      }
    }
  });

  test("a category whose slug looks like a price band is a category, and the catalog's bands have all its products", async () => {
    const { db } = await openDatabase();
    const prices = [29, 39, 49, 100, 149, 199, 249, 499, 999, 1499];
    const records = catalogRecords(prices.length, (number) => ({
      price: prices[number - 1],
      category: number > 7 ? "3to6" : "toys",
    }));
    await importRecords(db, records);
    const bands = (await readCatalogIndex(db)).priceBands("NOK").map(filterOfBand);
    expect(bands).toEqual(["under50", "50to200", "200to500", "over500"]);
    const choices = [...bands, "3to6"];
    const { counts, total } = await readProductPage(db, { filters: ["3to6", "over500"], choices, page: 1 });
    expect([total, counts]).toEqual([2, new Map(choices.map((choice, index) => [choice, [0, 0, 1, 2, 2][index]]))]);
    await importRecords(
      db,
      catalogRecords(2, (number) => ({ price: number * 40_000 })),
      { replace: true },
    );
    expect((await readCatalogIndex(db)).priceBands("NOK").map(filterOfBand)).toEqual(["under50000", "over50000"]);
  });

  test("what is counted is the same on every page and in every order, until the catalog has changed", async () => {
    const { db } = await openDatabase();
    const records = await generatedRecords(300);
    const countInStock = async (sort?: "name" | "rating") =>
      (await readProductPage(db, { filters: ["groceries"], choices: ["inStock"], sort, page: 1 })).counts.get(
        "inStock",
      );
    for (const kept of [300, 200]) {
      const some = records.slice(0, kept);
      await importRecords(db, some);
      const inStock = new Set(naiveList(await readWholeCatalog(db), "inStock"));
      const groceries = naiveList(await readWholeCatalog(db), "groceries");
      const wanted = groceries.filter((id) => inStock.has(id)).length;
      for (const sort of [undefined, "name", "rating"] as const) expect(await countInStock(sort), sort).toBe(wanted);
    }
  });

  test("a search is filtered, sorted and counted like the whole catalog", async () => {
    const { db } = await openDatabase();
    await importRecords(db, await generatedRecords(300));
    const found = await readProductPage(db, { q: "nord", page: 1, choices: ["under10", "inStock"] });
    expect(found.total).toBeGreaterThan(0);
    for (const choice of ["under10", "inStock"] as const) {
      const { total } = await readProductPage(db, { q: "nord", filters: [choice], page: 1 });
      expect(found.counts.get(choice)).toBe(total);
    }
    const cheapest = await readProductPage(db, { q: "nord", sort: "lowestPrice", page: 1 });
    const prices = cheapest.products.map(({ priceCents }) => priceCents);
    expect(cheapest.total).toBe(found.total);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  test.each([
    '"',
    "'; drop table products; --",
    "a* OR b*",
    "{title} : x",
    "NEAR(a b)",
    "^a$",
    "\0\0",
    "%_%",
    "& | ! <->",
    "æ".repeat(5000),
    "a ".repeat(50_000),
    "🧀 😀",
    "\ud800",
    "..",
  ])("whatever is searched for, %j is answered", async (q) => {
    const { db } = await openDatabase();
    await importRecords(db, await generatedRecords(30));
    const { page } = await readProductPage(db, { q, page: 1 });
    expect(page).toBe(1);
  });
});
