import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { parseFilters } from "../filters/filters.ts";
import { readCatalogIndex } from "./index/current-index.ts";
import {
  brandsBySlug,
  countChoices,
  findBrands,
  productsPerPage,
  readProduct,
  readProductPage,
  readStock,
  readTrending,
} from "./read-products.ts";
import { parseSort } from "./sorts.ts";

/** Each product is at the limit of some filter. */
const bounds = [
  catalogRecord({ id: "a", price: 9.99, discountPercentage: 9.99, rating: 3.99, category: "beauty", tags: [] }),
  catalogRecord({ id: "b", price: 10, discountPercentage: 10, rating: 4, category: "fragrances", tags: ["Perfumes"] }),
  catalogRecord({ id: "c", price: 50, discountPercentage: 0, rating: 0, category: "furniture", tags: ["fruits"] }),
  catalogRecord({ id: "d", price: 50.01, discountPercentage: 10.01, rating: 5, tags: ["fruits", "vegetables"] }),
  catalogRecord({ id: "e", price: 100, discountPercentage: 0, rating: 1, brand: "Eik & Ask", tags: ["MEAT", "meat"] }),
  catalogRecord({ id: "f", price: 100.01, discountPercentage: 0, rating: 1, brand: null, tags: ["fruit"] }),
  catalogRecord({ id: "g", price: 0, discountPercentage: 100, rating: 1, brand: "", availabilityStatus: "Low Stock" }),
  catalogRecord({ id: "h", price: 20, discountPercentage: 0, rating: 1, availabilityStatus: "Out of Stock", stock: 0 }),
];

const keptByFilter = [
  ["onSale", "bdg"],
  ["highRated", "bd"],
  ["inStock", "abcdef"],
  ["lowStock", "g"],
  ["beauty", "a"],
  ["fragrances", "b"],
  ["furniture", "c"],
  ["groceries", "defgh"],
  ["under10", "ag"],
  ["10to50", "bch"],
  ["50to100", "de"],
  ["over100", "f"],
  ["perfumes", "b"],
  ["vegetables", "d"],
  ["fruits", "cd"],
  ["meat", "e"],
  ["anyBrand", "abcdeh"],
  ["brand-eik-ask", "e"],
  ["brand-bakklandet", "abcdh"],
  ["brand-unknown", ""],
  ["no such filter", "abcdefgh"],
] as const;

forEachEngine((openDatabase) => {
  test("each filter keeps the products up to its limits, and an unknown one keeps all", async () => {
    const { db } = await openDatabase();
    await importRecords(db, bounds);
    for (const [value, ids] of keptByFilter) {
      const { products, total } = await readProductPage(db, { filters: parseFilters([value]), page: 1 });
      expect([products.map(({ id }) => id).join(""), total], value).toEqual([ids, ids.length]);
    }
  });

  test("sorting by name follows the letters, whatever their case, accents and language", async () => {
    const sorted = [
      ...["7 Herbs", "aardvark", "Ærfugl", "ångström", "apple", "Banana", "banana 2", "de luxe", "de-luxe"],
      ...["Deluxe", "Éclair", "eclair b", "Østers", "Zebra"],
    ];
    const { db } = await openDatabase();
    await importRecords(
      db,
      sorted.toReversed().map((title) => catalogRecord({ id: title, title })),
    );
    const { products } = await readProductPage(db, { sort: "name", page: 1 });
    expect(products.map(({ title }) => title)).toEqual(sorted);
  });

  test("each sort leaves equal products in the catalog's order, and an unknown one all of them", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [
      catalogRecord({ id: "a", title: "tea", price: 9.99, rating: 4 }),
      catalogRecord({ id: "b", title: "Coffee", price: 10, rating: 4 }),
      catalogRecord({ id: "c", title: "coffee", price: 10, rating: 4.01 }),
      catalogRecord({ id: "d", title: "Water", price: 100, rating: 0.5 }),
    ]);
    for (const [sort, ids] of [
      ["name", "bcad"],
      ["highestPrice", "dbca"],
      ["lowestPrice", "abcd"],
      ["rating", "cabd"],
      ["no such sort", "abcd"],
    ] as const) {
      const { products } = await readProductPage(db, { sort: parseSort(sort), page: 1 });
      expect(products.map(({ id }) => id).join(""), sort).toBe(ids);
    }
  });

  test("a filter and a sort work together", async () => {
    const { db } = await openDatabase();
    await importRecords(db, bounds);
    const { products } = await readProductPage(db, { filters: ["groceries"], sort: "highestPrice", page: 1 });
    expect(products.map(({ id }) => id).join("")).toBe("fedhg");
  });

  test("leafing through a list shows every product once, however it is sorted", async () => {
    const { db } = await openDatabase();
    const records = catalogRecords(productsPerPage * 2 + 2, (number) => ({ title: `Tea ${number % 3}` }));
    await importRecords(db, records);
    for (const sort of [undefined, "name", "highestPrice", "lowestPrice", "rating"] as const) {
      const ids: string[] = [];
      for (const page of [1, 2, 3]) {
        const read = await readProductPage(db, { sort, page });
        expect(read, sort).toMatchObject({ page, pages: 3, total: records.length });
        ids.push(...read.products.map(({ id }) => id));
      }
      expect(ids, sort).toHaveLength(records.length);
      expect(new Set(ids), sort).toEqual(new Set(records.map(({ id }) => id)));
    }
  });

  test("a page past the end is the last page", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(productsPerPage + 1));
    const read = await readProductPage(db, { page: 99 });
    expect(read).toMatchObject({ page: 2, pages: 2, total: productsPerPage + 1 });
    expect(read.products.map(({ title }) => title)).toEqual([`Product ${productsPerPage + 1}`]);
  });

  test("exactly one page of products is one page", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(productsPerPage));
    expect(await readProductPage(db, { page: 2 })).toMatchObject({ page: 1, pages: 1 });
  });

  test("a list that finds nothing is one empty page", async () => {
    const { db } = await openDatabase();
    expect(await readProductPage(db, { page: 3 })).toMatchObject({ products: [], total: 0, page: 1, pages: 1 });
  });

  test("a product has all of its catalog record", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ rating: 4.97, price: 0.29, brand: "Solvène" })]);
    const { price: _, ...fields } = catalogRecord({ rating: 4.97, brand: "Solvène" });
    expect(await readProduct(db, "coffee")).toEqual({ ...fields, priceCents: 29 });
    expect(await readProduct(db, "tea")).toBeUndefined();
    expect(await readProduct(db, "COFFEE")).toBeUndefined();
    expect(await readProduct(db, "\0")).toBeUndefined();
  });

  test("the four highest rated products are trending, equal ones by title", async () => {
    const { db } = await openDatabase();
    const ratings = { tea: 4.5, Æbler: 4.9, coffee: 4.9, aardvark: 4.9, Water: 4.8, Salt: 4.8, Oil: 5 };
    await importRecords(
      db,
      Object.entries(ratings).map(([title, rating]) => catalogRecord({ id: title, title, rating })),
    );
    expect((await readTrending(db)).map(({ title }) => title)).toEqual(["Oil", "aardvark", "Æbler", "coffee"]);
  });

  test("a small catalog has fewer trending products", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord()]);
    expect(await readTrending(db)).toHaveLength(1);
  });

  test("the three brands with the most products are named, equal ones by name", async () => {
    const { db } = await openDatabase();
    const brands = ["Zeta", "Zeta", "Zeta", "Eik & Ask", "Eik & Ask", "Østby", "østby", "Aasen", "Aasen", "Solo", null];
    await importRecords(
      db,
      catalogRecords(brands.length, (number) => ({ brand: brands[number - 1] })),
    );
    expect((await readCatalogIndex(db)).brands().slice(0, 3)).toEqual([
      { slug: "zeta", name: "Zeta" },
      { slug: "aasen", name: "Aasen" },
      { slug: "eik-ask", name: "Eik & Ask" },
    ]);
  });

  test("a brand is known by its slug", async () => {
    const { db } = await openDatabase();
    await importRecords(db, bounds);
    const index = await readCatalogIndex(db);
    expect(brandsBySlug(index, ["eik-ask", "unknown", ""])).toEqual([{ slug: "eik-ask", name: "Eik & Ask" }]);
    expect(brandsBySlug(index, [])).toEqual([]);
  });

  test("a shopper looks a brand up by a part of its name, and sees what each choice would leave", async () => {
    const { db } = await openDatabase();
    await importRecords(db, bounds);
    const index = await readCatalogIndex(db);
    expect(findBrands(index, "ASK", 5)).toEqual([{ slug: "eik-ask", name: "Eik & Ask" }]);
    expect(findBrands(index, "k", 5).map(({ slug }) => slug)).toEqual(["bakklandet", "eik-ask"]);
    expect(findBrands(index, "k", 1).map(({ slug }) => slug)).toEqual(["bakklandet"]);
    for (const text of ["%", "", "unknown"]) expect(findBrands(index, text, 5)).toEqual([]);
    const counted = await countChoices(
      db,
      { filters: ["onSale"], choices: ["under10", "50to100", "highRated"] },
      index,
    );
    expect([...counted]).toEqual([
      ["under10", 1],
      ["50to100", 1],
      ["highRated", 2],
    ]);
    expect(await Promise.all(["h", "a", "nothing", "\0"].map((id) => readStock(db, id)))).toEqual([
      0,
      40,
      undefined,
      undefined,
    ]);
  });
});
