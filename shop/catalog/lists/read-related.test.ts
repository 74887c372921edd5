import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import type { Product } from "../product.ts";
import { readProduct } from "./read-products.ts";
import { readRelated } from "./read-related.ts";

const chair = { category: "furniture", brand: "Eik & Ask", tags: ["oak", "dining"], price: 200 };
const catalog = [
  catalogRecord({ ...chair, id: "lamp", brand: "Hviling", tags: ["brass"], price: 190 }),
  catalogRecord({ ...chair, id: "oil", category: "groceries", tags: ["pantry"] }),
  catalogRecord({ ...chair, id: "stool", brand: "Hviling", tags: ["oak"] }),
  catalogRecord({ ...chair, id: "chair" }),
  catalogRecord({ ...chair, id: "sold-out", brand: null, stock: 0, availabilityStatus: "Out of Stock" }),
  catalogRecord({ ...chair, id: "rug", brand: null, tags: ["wool"], price: 900 }),
  catalogRecord({ ...chair, id: "table" }),
  catalogRecord({ ...chair, id: "honey", category: "groceries", brand: null, tags: ["oak"] }),
];

forEachEngine((openDatabase) => {
  async function relatedTo(id: string, records = catalog) {
    const { db } = await openDatabase();
    await importRecords(db, records);
    const { ofBrand, alike } = await readRelated(db, (await readProduct(db, id)) as Product);
    return { ofBrand: ofBrand.map((card) => card.id), alike: alike.map((card) => card.id) };
  }

  test("below a product are others of its brand, and of its category those like it: shared tags, then prices, sold out last", async () => {
    expect(await relatedTo("chair")).toEqual({
      ofBrand: ["table", "oil"],
      alike: ["stool", "lamp", "rug", "sold-out"],
    });
  });

  test("a product without a brand has others of its category alone, the only one of its kind none", async () => {
    expect(await relatedTo("honey")).toEqual({ ofBrand: [], alike: ["oil"] });
    expect(await relatedTo("chair", [catalogRecord({ ...chair, id: "chair" })])).toEqual({ ofBrand: [], alike: [] });
  });

  test("there are four of each at most", async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      catalogRecord({ ...chair, id: `chair-${index}`, brand: index % 2 ? "Eik & Ask" : "Hviling" }),
    );
    const { ofBrand, alike } = await relatedTo("chair-20", many);
    expect(new Set([...ofBrand, ...alike]).size).toBe(8);
    expect(ofBrand).not.toContain("chair-20");
  });
});
