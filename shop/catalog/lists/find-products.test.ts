import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, generatedRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { archiveProduct } from "../products/archive-product.ts";
import {
  countArchivedProducts,
  findArchivedNumbers,
  findArchivedProducts,
  findNumbers,
  findProducts,
  findSomeArchivedProducts,
  formatCursor,
  type ProductCursor,
  type ProductSearch,
  parseCursor,
} from "./find-products.ts";
import { type OwnersSort, ownersSorts } from "./owners-sorts.ts";

/** All pages of a list, one after the other. */
async function walk(db: Database, search: Omit<ProductSearch, "limit" | "after">) {
  const found: { id: string; priceCents: number; stock: number; title: string }[] = [];
  for (let after: ProductCursor | undefined; ; ) {
    const { products, next } = await findProducts(db, { ...search, after, limit: 7 });
    found.push(...products);
    if (!next) return found;
    after = parseCursor(formatCursor(next), search.sort);
  }
}

forEachEngine((openDatabase, engine) => {
  test("page by page, each sort has every product once, in its order", async () => {
    const { db } = await openDatabase();
    const records = await generatedRecords(40);
    await importRecords(db, records);
    const lists = new Map<OwnersSort, Awaited<ReturnType<typeof walk>>>();
    for (const sort of Object.keys(ownersSorts) as OwnersSort[]) lists.set(sort, await walk(db, { sort }));
    for (const list of lists.values()) {
      expect(list.map(({ id }) => id).toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    }
    const stocks = records.map(({ stock }) => stock).toSorted((a, b) => a - b);
    expect(lists.get("catalog")?.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(lists.get("fewest")?.map(({ stock }) => stock)).toEqual(stocks);
    expect(lists.get("most")?.map(({ stock }) => stock)).toEqual(stocks.toReversed());
    const prices = records.map(({ price }) => Math.round(price * 100)).toSorted((a, b) => a - b);
    expect(lists.get("lowestPrice")?.map(({ priceCents }) => priceCents)).toEqual(prices);
    expect(lists.get("highestPrice")?.map(({ priceCents }) => priceCents)).toEqual(prices.toReversed());
  });

  test("products are found by words, by id, by category and by how few there are; archived ones apart", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, [
      catalogRecord({ id: "SKU 1/2", title: "Æble Juice", stock: 5 }),
      catalogRecord({ id: "b", title: "100% Tea", stock: 0, category: "drinks" }),
      catalogRecord({ id: "c", title: "Teapot", stock: 6, category: "drinks" }),
    ]);
    const ids = async (search: Partial<ProductSearch>) =>
      (await walk(db, { sort: "title", ...search })).map(({ id }) => id);
    expect(await ids({ text: "SKU 1/2" })).toEqual(["SKU 1/2"]);
    expect(await ids({ text: "tea" })).toEqual(["b", "c"]);
    expect(await ids({ text: "zzzzzz" })).toEqual([]);
    expect(await ids({ text: "juise" }), "what was meant").toEqual(["SKU 1/2"]);
    for (const text of ["juise", "tea juice"])
      expect(await findNumbers(db, text, { asTyped: true }), text).toEqual([0]);
    expect(await ids({ text: "\0" })).toEqual([]);
    expect(await ids({ stock: "low" })).toEqual(["b", "SKU 1/2"]);
    expect(await ids({ stock: "none", category: "drinks", sort: "most" })).toEqual(["b"]);
    expect(await ids({ category: "drinks", sort: "most" })).toEqual(["c", "b"]);
    for (const id of ["b", "SKU 1/2"]) await archiveProduct(shop, id, "ada@example.com");
    const archived = async (text: string | undefined, skip = 0, category?: string) => {
      const { products, next } = await findArchivedProducts(db, { text, category, skip, limit: 1 });
      return [products.map(({ id }) => id), next];
    };
    expect(await archived(undefined)).toEqual([["b"], 1]);
    expect(await archived(undefined, 1)).toEqual([["SKU 1/2"], undefined]);
    expect(await archived("ÆBLE")).toEqual([["SKU 1/2"], undefined]);
    expect(await archived("0%")).toEqual([["b"], undefined]);
    expect(await archived("1_")).toEqual([[], undefined]);
    expect(await archived("SKU 1/2")).toEqual([["SKU 1/2"], undefined]);
    const some = async (text: string) => (await findSomeArchivedProducts(db, { text, limit: 2 })).map(({ id }) => id);
    expect(await some("æble")).toEqual(["SKU 1/2"]);
    expect([await some("æ"), await some("bl"), await some("SKU 1/2")]).toEqual([["SKU 1/2"], [], ["SKU 1/2"]]);
    expect(await archived(undefined, 0, "drinks")).toEqual([["b"], undefined]);
    expect(await countArchivedProducts(db, { category: "drinks" })).toBe(1);
    expect(await findArchivedNumbers(db, { category: "drinks" }, 2)).toHaveLength(1);
    await importRecords(db, [catalogRecord({ id: "d", title: "Rose d’Été IŞIK" })]);
    for (const text of ["d'été", "dete", "ışık"]) expect(await ids({ text }), text).toEqual(["d"]);
    await archiveProduct(shop, "d", "ada@example.com");
    for (const text of ["d'été ışık", "DETE isik"]) expect(await archived(text), text).toEqual([["d"], undefined]);
  });
});
