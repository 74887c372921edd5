import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { readCategories } from "../categories.ts";
import { filterMenu, parseFilters } from "../filters/filters.ts";
import { readCatalogIndex } from "../lists/index/current-index.ts";
import { readProductPage } from "../lists/read-products.ts";
import { importCatalog } from "./import-catalog.ts";

const sample = fileURLToPath(new URL("../../../catalog/products.json", import.meta.url));

forEachEngine((openDatabase) => {
  test("the sample catalog has something for every filter, and plenty in every category", async () => {
    const { db } = await openDatabase();
    expect(await importCatalog(db, sample)).toBeGreaterThanOrEqual(42);
    const brands = (await readCatalogIndex(db)).brands().slice(0, 3);
    expect(brands).toHaveLength(3);
    const values = filterMenu(await readCategories(db), brands).flatMap(({ choices }) =>
      choices.map(({ value }) => value),
    );
    const least: Record<string, number> = { beauty: 10, fragrances: 8, furniture: 8, groceries: 14 };
    for (const value of values) {
      const { total } = await readProductPage(db, { filters: parseFilters([value]), page: 1 });
      expect(total, value).toBeGreaterThanOrEqual(least[value] ?? 3);
    }
  });
});
