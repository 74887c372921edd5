import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords, writeCsv } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { exportCatalog } from "../files/export-catalog.ts";
import { importCatalog } from "../files/import-catalog.ts";
import { previewImport } from "../files/import-preview.ts";
import { readProduct } from "../lists/read-products.ts";
import { duplicateProduct } from "../products/add-product.ts";
import { applyBulkChange, previewBulkChange } from "../products/bulk-products.ts";
import { editProduct } from "../products/change-product.ts";
import { readAnyProduct } from "../products/read-any-product.ts";
import { endSale, readSale, runDueSales, scheduleSale } from "./sales.ts";

const actor = "olga@example.com";
const day = 24 * 60 * 60_000;
const isoTime = (time: number) => new Date(time).toISOString();

forEnginesInTurns((_, engine) => {
  test.each(["few", "many"])("an imported price is the usual price during a sale, with %s products", async (size) => {
    const { shop, prices } = await openSale(engine, size === "many" ? 1100 : 1);
    await importCatalog(shop.db, await writeCsv("id,price\ncoffee,12.00"));
    expect(await prices()).toEqual([700, 950]);
    expect(await readSale(shop.db, "coffee")).toMatchObject({ saleCents: 700 });
    await endSale(shop, "coffee", actor);
    expect(await prices()).toEqual([1200, undefined]);
  });

  test.each(["csv", "json"] as const)(
    "a %s export changes nothing before, during or after its sale",
    async (format) => {
      const { shop, prices } = await openSale(engine, 1, { saleStartsAt: Date.now() + day, compareAtPrice: 20 });
      const later = (days: number) => ({ ...shop, now: () => new Date(Date.now() + days * day) });
      const before = await exportFile(shop.db, format);
      await runDueSales(later(1.5));
      expect(await prices()).toEqual([700, 950]);
      const during = await exportFile(shop.db, format);
      expect(await readFile(during, "utf8")).toContain(
        format === "csv" ? ",9.5,20,7," : '"price":9.5,"compareAtPrice":20',
      );
      expect((await previewImport(shop.db, during)).counts).toMatchObject({ changed: 0, unchanged: 1 });
      await importCatalog(shop.db, during);
      expect(await prices()).toEqual([700, 950]);
      await runDueSales(later(3));
      const after = await shop.db.selectFrom("products").selectAll().executeTakeFirst();
      expect(after).toMatchObject({ priceCents: 950, compareAtCents: 2000, saleCents: null });
      // The same files, two weeks after their sale.
      for (const file of [before, during]) {
        const text = await readFile(file, "utf8");
        const older = text.replaceAll(/20\d\d-[\d-]+T[\d:.]+Z/g, (time) => isoTime(Date.parse(time) - 14 * day));
        await writeFile(file, older);
        expect((await previewImport(shop.db, file)).counts).toMatchObject({ changed: 0, unchanged: 1 });
      }
    },
  );

  test("a file sets, changes and removes a sale, and says nothing of it by leaving its columns out", async () => {
    const { shop, prices } = await openSale(engine);
    const set = (csv: string) => writeCsv(csv).then((file) => importCatalog(shop.db, file));
    await set("id,saleEnds\ncoffee,");
    expect(await readSale(shop.db, "coffee")).toEqual({ saleCents: 700, saleStartsAt: null, saleEndsAt: null });
    await set("id,salePrice\ncoffee,6.00");
    expect(await prices()).toEqual([600, 950]);
    await set("id,stock\ncoffee,3");
    expect(await prices()).toEqual([600, 950]);
    await set("id,salePrice\ncoffee,");
    expect(await prices()).toEqual([950, undefined]);
    const starts = Date.now() + day;
    await set(`id,salePrice,saleStarts,saleEnds\ncoffee,5.00,${isoTime(starts)},${isoTime(starts + day)}`);
    expect(await prices()).toEqual([950, undefined]);
    expect(await readSale(shop.db, "coffee")).toEqual({
      saleCents: 500,
      saleStartsAt: starts,
      saleEndsAt: starts + day,
    });
    await importRecords(shop.db, [catalogRecord({ salePrice: null })]);
    expect(await readSale(shop.db, "coffee")).toBeUndefined();
  });

  test.each([
    ["salePrice,coffee,0", "salePrice must be more than 0"],
    ["saleStarts,coffee,soon", "saleStarts must be a time such as"],
  ])("a file with %s is refused", async (cells, message) => {
    const { shop } = await openSale(engine);
    const [column, id, value] = cells.split(",");
    await expect(importCatalog(shop.db, await writeCsv(`id,${column}\n${id},${value}`))).rejects.toThrow(message);
  });

  test("the preview of an import names the products on sale and what happens to them", async () => {
    const { shop } = await openSale(engine);
    const { onSale } = await previewImport(shop.db, await writeCsv("id,price\ncoffee,12.00"));
    expect(onSale.products).toEqual([
      {
        id: "coffee",
        title: "Filter Coffee",
        effect: "the usual price changes from 9.50 to 12.00; the sale price of 7.00 stays",
      },
    ]);
  });

  test("customers never pay more than the usual price, whether a file, the form or a bulk change makes the sale the dearer one", async () => {
    const { shop, prices } = await openSale(engine, 1, { compareAtPrice: 20 });
    const set = async (csv: string) => importCatalog(shop.db, await writeCsv(csv));
    const cheaper = await writeCsv("id,price\ncoffee,5");
    expect((await previewImport(shop.db, cheaper)).onSale.products[0]?.effect).toBe(
      "the usual price changes from 9.50 to 5.00; the sale price of 7.00 isn't lower, so customers pay the usual price",
    );
    await importCatalog(shop.db, cheaper);
    expect((await prices())[0]).toBe(500);
    expect(await readFile(await exportFile(shop.db, "csv"), "utf8")).toContain(",5,20,7,");
    await set("id,price\ncoffee,9.50");
    expect((await prices())[0]).toBe(700);
    await set("id,salePrice\ncoffee,12");
    expect((await prices())[0]).toBe(950);
    await set("id,salePrice\ncoffee,7");
    await editProduct(shop, "coffee", (now) => ({ original: now, submitted: { ...now, price: "6" } }), actor);
    expect((await prices())[0]).toBe(600);
    const all = { isArchived: false, criteria: {} };
    const change = { kind: "price", hundredths: -5000, rounding: "cents" } as const;
    const { seen, warnings } = await previewBulkChange(shop.db, all, change);
    expect(warnings.map(({ text }) => text).join()).toContain(
      "isn't lower than the new usual price, which customers pay",
    );
    await applyBulkChange(shop, all, change, { seen, actor });
    expect((await prices())[0]).toBe(300);
    await endSale(shop, "coffee", actor);
    const after = await shop.db.selectFrom("products").selectAll().executeTakeFirst();
    expect(after).toMatchObject({ priceCents: 300, compareAtCents: 2000, usualCompareAtCents: null });
  });

  test("the preview says why a file's sale doesn't start", async () => {
    const { shop } = await openSale(engine, 2);
    const { onSale } = await previewImport(shop.db, await writeCsv("id,salePrice\np1,99"));
    expect(onSale.products.map(({ effect }) => effect)).toEqual([
      "no sale starts: its price of 99.00 isn't lower than 9.50",
    ]);
  });

  test("the form and a bulk change set the usual price during a sale", async () => {
    const { shop, prices } = await openSale(engine);
    expect((await readAnyProduct(shop.db, "coffee"))?.product.priceCents).toBe(950);
    await editProduct(shop, "coffee", (now) => ({ original: now, submitted: { ...now, price: "10" } }), actor);
    expect(await prices()).toEqual([700, 950]);
    const all = { isArchived: false, criteria: {} };
    const change = { kind: "price", hundredths: 1000, rounding: "cents" } as const;
    const { seen, warnings } = await previewBulkChange(shop.db, all, change);
    expect(warnings[0]?.text).toContain("the sale price stays until the sale ends");
    await applyBulkChange(shop, all, change, { seen, actor });
    expect((await prices())[0]).toBe(700);
    await endSale(shop, "coffee", actor);
    expect((await prices())[0]).toBe(1100);
  });

  test("a copy of a product on sale has the usual price, without sale and compare-at price", async () => {
    const { shop } = await openSale(engine, 1, { compareAtPrice: 20 });
    const copy = await readAnyProduct(shop.db, await duplicateProduct(shop, "coffee", actor));
    expect(copy?.product).toMatchObject({ priceCents: 950 });
    expect(copy?.product.compareAtCents ?? null).toBeNull();
  });
});

async function openSale(
  engine: Parameters<typeof openTestShop>[0],
  products = 1,
  { saleStartsAt = null, compareAtPrice }: { saleStartsAt?: number | null; compareAtPrice?: number } = {},
) {
  const { shop } = await openTestShop(engine);
  const others = catalogRecords(products - 1);
  await importRecords(shop.db, [catalogRecord({ discountPercentage: 0, compareAtPrice }), ...others]);
  const saleEndsAt = Date.now() + 2 * day;
  await scheduleSale(shop, "coffee", { saleCents: 700, saleStartsAt, saleEndsAt }, actor);
  const prices = async () => {
    const product = await readProduct(shop.db, "coffee");
    return [product?.priceCents, product?.formerCents];
  };
  return { shop, prices };
}

async function exportFile(db: Database, format: "csv" | "json") {
  const file = join(await temporaryFolder(), `catalog.${format}`);
  let text = "";
  for await (const part of exportCatalog(db, format)) text += part;
  await writeFile(file, text);
  return file;
}
