import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { readWholeCatalog } from "../../../tests/support/naive-list.ts";
import { editProduct } from "../change-product.ts";
import { maxFound, searchProducts } from "./search-products.ts";

const plain = { brand: "Lyng", category: "things", tags: [], description: "" };
const catalog = [
  catalogRecord({ ...plain, id: "lamp", title: "Floor Lamp", description: "Stands on oak." }),
  catalogRecord({ ...plain, id: "pot", title: "Teapot", description: "For green tea." }),
  catalogRecord({ ...plain, id: "tea", title: "Green Tea" }),
  catalogRecord({ ...plain, id: "oak", title: "Oak Table" }),
  catalogRecord({ ...plain, id: "cups", title: "Cups", tags: ["tea"] }),
];

forEachEngine((openDatabase) => {
  test("a search lists matching titles first, then other matches, and corrects typing mistakes", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalog);
    const products = await readWholeCatalog(db);
    const search = async (text: string) => {
      const { numbers, correctedQuery, isPartial, isCapped } = await searchProducts(db, text);
      expect(isCapped).toBe(false);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id).join(" ");
      return [ids, ...(isPartial ? ["some words"] : []), ...(correctedQuery === undefined ? [] : [correctedQuery])];
    };
    expect(await search("oak")).toEqual(["oak lamp"]);
    expect(await search("TEAS")).toEqual(["tea cups pot"]);
    expect(await search("green tea")).toEqual(["tea pot"]);
    expect(await search("green te")).toEqual(["tea"]);
    expect(await search("eapo")).toEqual(["pot"]);
    expect(await search("tae")).toEqual([""]);
    expect(await search("gren tea")).toEqual(["tea pot", "green tea"]);
    expect(await search("tabel oak")).toEqual(["oak", "table oak"]);
    expect(await search("flor tabel")).toEqual(["lamp oak", "some words", "floor table"]);
    expect(await search("oak zzzzzz")).toEqual(["oak lamp", "some words"]);
    expect(await search("zzzzzz")).toEqual([""]);
    expect(await search("zzzzzz qqqqqq")).toEqual([""]);
    expect(await search("!?")).toEqual([""]);
  });

  test("a category's name finds its products, also where they don't have its words", async () => {
    const { db } = await openDatabase();
    await importRecords(
      db,
      catalogRecords(3, (number) => ({ ...plain, category: number > 1 ? "tops" : "laptops" })),
    );
    await db.updateTable("categories").set({ name: "Shirts for Him" }).where("slug", "=", "tops").execute();
    for (const text of ["shirts for him", "Shirt him"]) {
      const { numbers, correctedQuery } = await searchProducts(db, text);
      expect([numbers.length, correctedQuery], text).toEqual([2, undefined]);
    }
    expect((await searchProducts(db, "for him")).numbers).toHaveLength(0);
  });

  test("a capped search keeps the first products of the catalog, after edits too", async () => {
    const { db } = await openDatabase();
    const title = (number: number) => ({ ...plain, title: `Oak Table ${number}` });
    await importRecords(db, catalogRecords(700, title));
    const now = () => new Date();
    for (const number of [1, 2, 300]) {
      const edit = { original: {}, submitted: { title: `Solid Oak Table ${number}` } };
      await editProduct({ db, now }, `p${number}`, edit, "ada@example.com");
    }
    const all = await db.selectFrom("products").select("number").orderBy("position").execute();
    const { numbers, isCapped } = await searchProducts(db, "oak");
    expect(isCapped).toBe(true);
    expect(numbers).toEqual(all.slice(0, maxFound).map(({ number }) => number));
  });
});
