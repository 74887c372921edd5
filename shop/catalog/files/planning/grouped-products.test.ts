import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openScratch } from "#database/scratch.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../../tests/support/databases.ts";
import { openTestShop } from "../../../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import type { ImportedProduct } from "../../fields/product-row.ts";
import { exportCatalog } from "../export-catalog.ts";
import { previewImport } from "../import-preview.ts";
import { FileNotebook } from "../reading/file-notes.ts";
import { FileProducts } from "../reading/file-products.ts";
import { GroupedProducts } from "./grouped-products.ts";

test("a group of which too much is in the file to be remembered raises no doubts", async () => {
  const { shop } = await openTestShop("sqlite");
  const grouped = new GroupedProducts();
  const noteVariant = (group: string, size: number) =>
    grouped.note({ id: `${group}-${size}`, group, options: { Size: String(size) } } as ImportedProduct, undefined);
  for (let size = 1; size < 100_000; size++) noteVariant("tee", size);
  for (const size of [1, 2]) noteVariant("cap", size);
  const notebook = new FileNotebook();
  await grouped.remark(shop.db, notebook, { products: new FileProducts(openScratch()), replace: false });
  expect(notebook.toNotes().remarks).toEqual([]);
});

forEachEngine((_, engine) => {
  const tee = (id: string, options: Record<string, string> | null, changes = {}) =>
    catalogRecord({ id, title: "Soft tee", group: "tee", options, ...changes });

  test("a preview tells of variants with the same options, with others, and of a group of one", async () => {
    const { shop } = await openTestShop(engine);
    const remarksOn = async (records: unknown[], options = {}) =>
      (await previewImport(shop.db, await writeCatalog(records), options)).notes.remarks;
    const records = [tee("a", { Size: "M" }), tee("b", { size: "m" }), tee("c", { Fit: "Slim" }), tee("d", null)];
    expect(await remarksOn(records)).toEqual([
      "Group “tee”: a, b have the same options: Size: M.",
      "Group “tee”: c has other options (Fit) than the rest (Size).",
      "Group “tee”: d has no options, unlike the rest (Size).",
      "Group “tee”: Size is written in several ways: M, m.",
    ]);
    expect(await remarksOn([tee("a", { Size: "M" })])).toEqual([
      "Group “tee”: The group has one product, so shoppers get no choice.",
    ]);
    await importRecords(shop.db, [tee("a", { Size: "M" }), tee("b", { Size: "L" })]);
    const same = [tee("c", { Size: "L" })];
    expect(await remarksOn(same)).toEqual(["Group “tee”: b, c have the same options: Size: L."]);
    expect(await remarksOn(same, { replace: true })).toHaveLength(1);
    expect(await remarksOn([...same, tee("b", { Size: "L" }, { group: null })])).toEqual([]);
  });

  test("barcodes whose check digit doesn't fit are remarked, and imported", async () => {
    const { shop } = await openTestShop(engine);
    const records = ["4006381333931", "4006381333932"].map((gtin) => catalogRecord({ id: gtin, gtin }));
    const { notes } = await previewImport(shop.db, await writeCatalog(records));
    expect(notes).toMatchObject({ warnings: [], remarks: [expect.stringMatching(/mistyped: 4006381333932$/)] });
  });

  test("of many wrong barcodes and descriptions with HTML the first are named, and how many more there are", async () => {
    const { shop } = await openTestShop(engine);
    const records = catalogRecords(12, () => ({ gtin: "4006381333932", description: "<p>Warm</p><p>Soft</p>" }));
    const { remarks } = (await previewImport(shop.db, await writeCatalog(records))).notes;
    expect(remarks).toEqual([
      expect.stringMatching(/: Product 1 \(.*Product 10 \(id "p10", "Product 10"\) and 2 more$/),
      expect.stringMatching(/mistyped: p1, p2, p3, p4, p5 and 7 more$/),
    ]);
  });

  test("a catalog with groups that is exported changes nothing when it is imported", async () => {
    const { shop } = await openTestShop(engine);
    const odd = { Size: "=M", "Colour: main": "Blå, mørk", Fit: '"Slim"' };
    await importRecords(shop.db, [
      tee("a", odd, { sku: "007", gtin: "96385074", imageAlts: ["", "Its back\nand sleeve"] }),
      tee("b", { Size: "S" }, { contentAmount: 0.75, contentUnit: "l", weightGrams: 180.5 }),
      catalogRecord(),
    ]);
    for (const format of ["csv", "json"] as const) {
      let text = "";
      for await (const part of exportCatalog(shop.db, format)) text += part;
      const file = join(await temporaryFolder(), `catalog.${format}`);
      await writeFile(file, text);
      expect((await previewImport(shop.db, file)).counts).toEqual({ new: 0, changed: 0, removed: 0, unchanged: 3 });
    }
  });
});
