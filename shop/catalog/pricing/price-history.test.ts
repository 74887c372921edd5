import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { readCartProducts } from "../../checkout/cart-products.ts";
import { exportCatalog } from "../files/export-catalog.ts";
import { importCatalog } from "../files/import-catalog.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { addProduct, newProductForm } from "../products/add-product.ts";
import { archiveProduct, unarchiveProduct } from "../products/archive-product.ts";
import { editProduct } from "../products/change-product.ts";
import { readPriceHistories } from "./price-history.ts";

const actor = "olga@example.com";
const record = (changes = {}) => catalogRecord({ discountPercentage: 0, ...changes });

async function textOf(parts: AsyncIterable<string>) {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

forEachEngine((_, engine) => {
  test("forms and imports record each price, and products show the former one that it allows", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const prices = async (id = "coffee") =>
      (await readPriceHistories(db, [id]))
        .get(id)
        ?.map(({ priceCents, compareAtCents }) => [priceCents, compareAtCents]);
    const former = async (id = "coffee") => (await readProduct(db, id))?.formerCents;
    const edit = (changes: Record<string, string>) =>
      editProduct(shop, "coffee", (now) => ({ original: now, submitted: { ...now, ...changes } }), actor);

    await importRecords(db, [record(), record({ id: "tea", price: 4, compareAtPrice: 5 })]);
    await importRecords(db, [record({ stock: 3 }), record({ id: "tea", price: 4 })]);
    expect([await prices(), await prices("tea")]).toEqual([[[950, null]], [[400, 500]]]);
    expect([await former(), await former("tea")]).toEqual([undefined, 500]);
    expect(await edit({ price: "8", compareAtPrice: "12" })).toMatchObject({ changed: ["price", "compareAtPrice"] });
    expect(await former()).toBe(950);
    expect(await edit({ title: "Coffee" })).toMatchObject({ changed: ["title"] });
    const { products } = await readProductPage(db, { page: 1, filters: ["onSale"] });
    expect(products).toMatchObject([
      { id: "coffee", formerCents: 950 },
      { id: "tea", formerCents: 500 },
    ]);
    expect(await readCartProducts(db, ["coffee"])).toMatchObject([{ priceCents: 800, formerCents: 950 }]);

    await archiveProduct(shop, "coffee", actor);
    await unarchiveProduct(shop, "coffee", actor);
    expect(await former()).toBe(950);
    await importRecords(db, [record({ price: 8, compareAtPrice: null })]);
    expect(await former()).toBeUndefined();
    await importRecords(db, [record({ price: 9.5, compareAtPrice: 12 })]);
    expect(await former(), "a price that came back isn't reduced").toBeUndefined();
    expect(await prices()).toEqual([
      [950, null],
      [800, 1200],
      [800, null],
      [950, 1200],
    ]);
    expect((await readProductPage(db, { page: 1, filters: ["onSale"] })).products).toMatchObject([{ id: "tea" }]);

    const added = {
      ...newProductForm,
      id: "cup",
      title: "Cup",
      price: "10",
      compareAtPrice: "15",
      stock: "3",
      category: "groceries",
    };
    expect(await addProduct(shop, added, actor)).toMatchObject({ id: "cup" });
    expect([await prices("cup"), await former("cup")]).toEqual([[[1000, 1500]], 1500]);
    expect(await edit({ compareAtPrice: "cheap" })).toMatchObject({
      errors: { compareAtPrice: "Compare-at price must be a number such as 12.50" },
    });
  });

  test("the compare-at price is in JSON and CSV; an empty cell removes it, a missing column doesn't", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [record({ price: 4, compareAtPrice: 5.5 }), record({ id: "tea" })]);
    const read = async (format: "csv" | "json") => textOf(exportCatalog(shop.db, format));
    const json = JSON.parse(await read("json"));
    expect(json.map(({ compareAtPrice }: { compareAtPrice?: number }) => compareAtPrice)).toEqual([5.5, undefined]);
    const csv = await read("csv");
    expect(csv.split("\r\n")[0]).toContain(
      '"price","compareAtPrice","salePrice","saleStarts","saleEnds","discountPercentage"',
    );
    expect(csv).toContain(",4,5.5,");
    const former = async () => (await readProduct(shop.db, "coffee"))?.formerCents;
    const importCsv = async (text: string) => {
      const file = join(await temporaryFolder(), "catalog.csv");
      await writeFile(file, text);
      await importCatalog(shop.db, file);
    };
    await importCsv(csv.replace('"compareAtPrice"', '"unknown"'));
    expect(await former()).toBe(550);
    await importCsv(csv.replace(",4,5.5,", ",4,,"));
    expect(await former()).toBeUndefined();
  });
});
