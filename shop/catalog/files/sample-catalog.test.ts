import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { undoAct } from "../../undo/undo-act.ts";
import { readCategories } from "../categories.ts";
import { filterMenu, parseFilters } from "../filters/filters.ts";
import { readCatalogIndex } from "../lists/index/current-index.ts";
import { readProductPage } from "../lists/read-products.ts";
import { applyBulkChange, previewBulkChange } from "../products/bulk-products.ts";
import { editProduct } from "../products/change-product.ts";
import { countSampleProducts } from "../sample-products.ts";
import { importCatalog } from "./import-catalog.ts";

const sample = fileURLToPath(new URL("../../../catalog/products.json", import.meta.url));

forEachEngine((openDatabase, engine) => {
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

  test("the sample is archived at once, but not the owner's own products or titles, and one undo brings it back", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importCatalog(db, sample);
    await importRecords(db, [catalogRecord({ id: "own" })]);
    const ada = "ada@example.com";
    await editProduct(shop, "lemons", { original: {}, submitted: { title: "My lemons" } }, ada);
    const samples = await countSampleProducts(db);
    const selection = { isArchived: false, isSample: true, criteria: {} };
    const { changed, seen } = await previewBulkChange(db, selection, { kind: "archive" });
    expect(changed).toBe(samples);
    await applyBulkChange(shop, selection, { kind: "archive" }, { seen, actor: ada });
    const left = await db.selectFrom("products").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual(["lemons", "own"]);
    const [entry] = await readChanges(db, { actor: ada, wholeActs: true, limit: 1 });
    await undoAct(shop, entry?.act ?? "", ada);
    expect(await countSampleProducts(db)).toBe(samples);
  });
});
