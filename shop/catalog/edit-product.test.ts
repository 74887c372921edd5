import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database, engineOf } from "#database/connect.ts";
import { seededRandom } from "../../tests/soak/seeded-random.ts";
import { catalogRecord, generatedRecords, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { naiveList, readWholeCatalog } from "../../tests/support/naive-list.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { readGoods } from "../cart/read-goods.ts";
import { readChanges } from "../owners/change-log.ts";
import { archiveProduct, readArchivedProduct, unarchiveProduct } from "./archive-product.ts";
import { readCatalogRevision } from "./catalog-revision.ts";
import { addProduct, editProduct, newProductTexts, type ProductEdit } from "./edit-product.ts";
import { buildCatalogLists } from "./lists/build-catalog-lists.ts";
import { type ListOrder, listOrders, rankColumns } from "./lists/list-orders.ts";
import { listRanks } from "./lists/rank-set.ts";
import { readPictureSources } from "./picture-sources.ts";
import { productFieldNames, textsOf } from "./product-texts.ts";
import { readBrandsBySlug, readProduct, readProductPage, readSuggestions } from "./read-products.ts";
import { sorts } from "./sorts.ts";

const ada = "ada@example.com";

/** All that pages of lists are read from. Which ranks are free doesn't count: lists are told by their products, in each order. */
async function listsOf(db: Database) {
  const ranks = await db.selectFrom("productRanks").selectAll().orderBy("position").execute();
  const stored = await db.selectFrom("catalogLists").selectAll().orderBy("filter").orderBy("sort").execute();
  const isPostgres = engineOf(db) === "postgres";
  const index = isPostgres
    ? sql`select position, keys::text from "productSearch" order by position`
    : sql`select doc, term from "indexedWords" order by term, doc`;
  if (!isPostgres)
    await sql`create virtual table if not exists "indexedWords" using fts5vocab("productSearch", instance)`.execute(db);
  const positionAt = new Map(
    listOrders.map((order) => [order, new Map(ranks.map((row) => [row[rankColumns[order]], row.position]))]),
  );
  const lists = stored.map(({ filter, sort, count, members }) => {
    const positions = Array.from(listRanks(members), (rank) => positionAt.get(sort as ListOrder)?.get(rank));
    return { filter, sort, count, positions };
  });
  return {
    lists: lists.filter(({ count }) => count > 0),
    positions: (await readWholeCatalog(db)).map(({ id, position }) => [position, id]),
    ranked: ranks.length,
    brands: await db.selectFrom("brands").selectAll().orderBy("slug").execute(),
    words: await db.selectFrom("searchWords").select(["word", "products"]).orderBy("word").execute(),
    index: (await index.execute(db)).rows,
  };
}

async function expectListsAsIfMadeAnew(db: Database) {
  const followed = await listsOf(db);
  await db.transaction().execute(buildCatalogLists);
  expect(followed).toEqual(await listsOf(db));
}

forEachEngine((_, engine) => {
  const openWith = async (records: unknown[]) => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, records);
    return { shop, edit: (id: string, edit: ProductEdit) => editProduct(shop, id, edit, ada) };
  };

  test("after any edits, and a new product, lists and index are as if they had been made anew", async () => {
    const { shop, edit } = await openWith(await generatedRecords(120));
    const [first, middle, last] = ["product-1", "product-60", "product-120"];
    const edits: [id: string, wrote: ProductEdit["wrote"]][] = [
      [first, { title: "Ærlig Zebra Lamps", price: "0.50", tags: "meat, Perfumes" }],
      [middle, { price: "99999", brand: "Eik & Ask", category: "beauty", discount: "50" }],
      [last, { title: "Aardvark 𝒜pples", brand: "", stock: "3", description: "" }],
      [first, { title: "Zzz", price: "12.30", brand: "A brand that is new", stock: "=0" }],
      [middle, { title: "Aardvark", category: "toys", tags: "", stock: "+5" }],
    ];
    for (const [id, wrote] of edits) expect(await edit(id, { saw: {}, wrote })).toMatchObject({ outcome: "saved" });
    const added = {
      ...newProductTexts,
      id: "a/b",
      title: "Lamps & Lemons",
      price: "7",
      stock: "9",
      category: "groceries",
    };
    expect(await addProduct(shop, added, ada)).toEqual({ id: "a/b" });
    await expectListsAsIfMadeAnew(shop.db);
  });

  test("after many products came to one place, others moved, left and came back, lists are as if they had been made anew", async () => {
    const { shop, edit } = await openWith(await generatedRecords(40));
    const { db } = shop;
    const random = seededRandom(5);
    const sold = new Set((await readWholeCatalog(db)).map(({ id }) => id));
    const archived = new Set<string>();
    const any = (ids: Set<string>) => [...ids][Math.floor(random() * ids.size)] ?? "";
    const moveTo = async (from: Set<string>, to: Set<string>, move: typeof archiveProduct) => {
      const id = any(from);
      expect(await move(shop, id, ada)).toBe(true);
      from.delete(id);
      to.add(id);
    };
    const alike = { ...newProductTexts, title: "Lamp", price: "20", stock: "9", category: "furniture" };
    // More than ranks are free near their place.
    for (let number = 1; number <= 20; number++) {
      sold.add((await addProduct(shop, { ...alike, id: `new-${number}` }, ada)).id ?? "");
    }
    for (let round = 0; round < 4; round++) {
      await edit(any(sold), { saw: {}, wrote: { title: "Lamp", price: `${Math.floor(random() * 200)}` } });
      await moveTo(sold, archived, archiveProduct);
      await moveTo(sold, archived, archiveProduct);
      await moveTo(archived, sold, unarchiveProduct);
    }
    await expectListsAsIfMadeAnew(db);
    const catalog = await readWholeCatalog(db);
    for (const sort of [undefined, ...sorts.map(({ value }) => value)]) {
      const { products, total } = await readProductPage(db, { sort, page: 2 });
      const ids = naiveList(catalog, undefined, sort);
      expect([products.map(({ id }) => id), total]).toEqual([ids.slice(24, 48), ids.length]);
    }
  });

  test("what is edited is what shoppers see, on its page, in lists and in searches, and the log has it", async () => {
    const { shop, edit } = await openWith([
      catalogRecord(),
      catalogRecord({ id: "tea", title: "Tea", description: "Green." }),
    ]);
    const { db } = shop;
    const before = await readCatalogRevision(db);
    const product = await readProduct(db, "coffee");
    const saw = product && textsOf(product);
    const wrote = {
      ...saw,
      title: " Espresso ",
      description: "Dark\r\nroast",
      price: "$1,234.50",
      brand: "Månen",
      category: "beauty",
      tags: "beans, dark",
      discount: "20",
      thumbnail: "https://img.example/e.jpg",
      images: "https://img.example/e.jpg\r\n/pictures/a.svg",
    };
    const outcome = await edit("coffee", { saw: saw ?? {}, wrote });
    expect(outcome).toMatchObject({ outcome: "saved" });
    expect(await readProduct(db, "coffee")).toMatchObject({
      title: "Espresso",
      description: "Dark\nroast",
      priceCents: 123450,
      brand: "Månen",
      category: "beauty",
      tags: ["beans", "dark"],
      discountPercentage: 20,
      stock: 40,
      images: ["https://img.example/e.jpg", "/pictures/a.svg"],
    });
    const { products } = await readProductPage(db, { filters: ["beauty", "over100"], sort: "highestPrice", page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee"]);
    expect(await readSuggestions(db, "espreso", 5)).toMatchObject([{ id: "coffee" }]);
    expect(await readSuggestions(db, "filter", 5)).toEqual([]);
    expect(await readBrandsBySlug(db, ["bakklandet", "manen"])).toMatchObject([
      { slug: "bakklandet" },
      { name: "Månen" },
    ]);
    expect(await readPictureSources(db)).toContain("https://img.example");
    expect(await readCatalogRevision(db)).not.toBe(before);
    const [change] = await readChanges(db, { kind: "product", subject: "coffee", limit: 9 });
    expect(change).toMatchObject({
      actor: ada,
      action: "edited",
      fields: { price: { before: "9.50", after: "1234.50" }, brand: { before: "Bakklandet", after: "Månen" } },
    });
    expect(change?.fields).not.toHaveProperty("stock");
  });

  test("each field that can't be so is told, and nothing is saved", async () => {
    const { shop, edit } = await openWith([catalogRecord()]);
    const before = await readProduct(shop.db, "coffee");
    const wrote = {
      title: " ",
      description: "x".repeat(20_001),
      price: "12.345",
      stock: "many",
      category: "",
      tags: '["a",""]',
      discount: "101",
      minimumOrder: "0",
      thumbnail: "javascript:alert(1)",
      images: "//elsewhere.example/a.png",
    };
    expect(await edit("coffee", { saw: {}, wrote })).toEqual({
      outcome: "invalid",
      errors: {
        title: "Title must not be empty",
        description: "Description must be at most 20000 characters long",
        price: "Price must be at least 0, with at most 2 decimals",
        stock: "Stock must be a whole number, or such as +5, -2",
        category: "Category must not be empty",
        tags: "Tags must not be empty",
        discount: "Discount must be at most 100",
        minimumOrder: "Least per order must be at least 1",
        thumbnail: "Picture on lists must be the address of a picture (https://…, /…)",
        images: "Gallery must be the address of a picture (https://…, /…)",
      },
    });
    expect(await edit("coffee", { saw: {}, wrote: { stock: "-41" } })).toMatchObject({
      errors: { stock: "There are only 40 pieces of coffee" },
    });
    expect(await readProduct(shop.db, "coffee")).toEqual(before);
    await expect(edit("tea", { saw: {}, wrote: {} })).rejects.toThrow("There is no product tea");
  });

  test("two people edit one product: the second is told what has changed, and a second press saves", async () => {
    const { shop, edit } = await openWith([catalogRecord()]);
    const product = await readProduct(shop.db, "coffee");
    const saw = product ? textsOf(product) : newProductTexts;
    expect(await edit("coffee", { saw, wrote: { ...saw, price: "11", brand: "Lyng", tags: "tea" } })).toMatchObject({
      outcome: "saved",
    });
    const wrote = { ...saw, price: "12", title: "Coffee", tags: "tea", stock: "+2" };
    const told = await edit("coffee", { saw, wrote });
    expect(told).toMatchObject({
      outcome: "changedMeanwhile",
      conflicts: [
        { field: "price", saw: "9.50", isNow: "11.00", wrote: "12" },
        { field: "brand", saw: "Bakklandet", isNow: "Lyng", wrote: undefined },
      ],
      wrote: { price: "12", title: "Coffee", brand: "Lyng", stock: "+2" },
    });
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ title: "Filter Coffee", priceCents: 1100, stock: 40 });
    if (told.outcome !== "changedMeanwhile") throw new Error(told.outcome);
    expect(await edit("coffee", { saw: told.now, wrote: told.wrote })).toEqual({
      outcome: "saved",
      changed: ["title", "price", "stock"],
    });
    expect(await readProduct(shop.db, "coffee")).toMatchObject({
      title: "Coffee",
      priceCents: 1200,
      brand: "Lyng",
      stock: 42,
    });
  });

  test("orders that come while a form is open lose nothing, and a stock that is set is only set as it was seen", async () => {
    const { shop, edit } = await openWith([catalogRecord({ stock: 6 })]);
    const userId = await register(shop);
    const product = await readProduct(shop.db, "coffee");
    const saw = product ? textsOf(product) : newProductTexts;
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) => [
        tryToOrder(shop.db, userId, orderOf([["coffee", 1]])),
        edit("coffee", { saw: {}, wrote: { description: `Roast ${index}`, stock: "+1" } }),
      ]).flat(),
    );
    expect(outcomes.filter((outcome) => typeof outcome === "string")).toHaveLength(6);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 6, availabilityStatus: "In Stock" });
    await tryToOrder(shop.db, userId, orderOf([["coffee", 2]]));
    const now = { ...saw, description: "Roast" };
    expect(await edit("coffee", { saw: { stock: "6" }, wrote: { ...now, stock: "6" } })).toMatchObject({
      outcome: "saved",
    });
    expect(await edit("coffee", { saw: { stock: "6" }, wrote: { stock: "9" } })).toMatchObject({
      conflicts: [{ field: "stock", saw: "6", isNow: "4", wrote: "9" }],
    });
    for (const difference of ["+2", " -2 "]) {
      const wrote = { stock: difference };
      expect(await edit("coffee", { saw: { stock: "6" }, wrote })).toMatchObject({ outcome: "saved" });
    }
    expect(await edit("coffee", { saw: { stock: "6" }, wrote: { stock: "2+" } })).toMatchObject({
      conflicts: [{ field: "stock", saw: "6", isNow: "4", wrote: "2+" }],
    });
    expect(await edit("coffee", { saw: { stock: "4" }, wrote: { stock: "9" } })).toMatchObject({ outcome: "saved" });
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 9, availabilityStatus: "In Stock" });
  });

  test("a product that is saved as it was stays as it was, whatever is in it", async () => {
    const odd = catalogRecord({
      description: "one\r\ntwo\n\n\tthree",
      tags: ["a, b", "[x]", " y".trim(), "c"],
      images: ["https://a.example/1,2.png", "/p.svg?a=[1]"],
      availabilityStatus: "Out of Stock",
      discountPercentage: 1e-7,
    });
    const { shop, edit } = await openWith([odd]);
    const before = await readProduct(shop.db, "coffee");
    const saw = before ? textsOf(before) : newProductTexts;
    const sent = Object.fromEntries(productFieldNames.map((field) => [field, saw[field].replaceAll("\n", "\r\n")]));
    expect(await edit("coffee", { saw: sent, wrote: sent })).toEqual({ outcome: "saved", changed: [] });
    expect(await edit("coffee", { saw: sent, wrote: { ...sent, tags: `${saw.tags} ` } })).toEqual({
      outcome: "saved",
      changed: [],
    });
    expect(await readProduct(shop.db, "coffee")).toEqual(before);
  });

  test("a new product gets a word of its title as its id, and no id twice", async () => {
    const { shop } = await openWith([catalogRecord()]);
    const typed = { ...newProductTexts, id: "", title: "Brun Øst", price: "4", stock: "0", category: "groceries" };
    const add = (changes = {}) => addProduct(shop, { ...typed, ...changes }, ada);
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ id }) => id).toSorted()).toEqual(["brun-ost", "brun-ost-2"]);
    const { products } = await readProductPage(shop.db, { page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee", ...both.map(({ id }) => id).toSorted()]);
    expect(await add({ id: "coffee" })).toEqual({ errors: { id: "Another product has this id" } });
    expect(await add({ id: "..", price: "", stock: "" })).toMatchObject({
      errors: { id: "Id must not be . or ..", price: expect.any(String), stock: expect.any(String) },
    });
  });

  test("what is archived can't be found or bought, keeps what it was, and comes back to its place", async () => {
    const { shop } = await openWith(["a", "b", "c"].map((id) => catalogRecord({ id, title: `Tea ${id}` })));
    const { db } = shop;
    const userId = await register(shop);
    const before = { lists: await listsOf(db), product: await readProduct(db, "b") };
    expect(await archiveProduct(shop, "b", ada)).toBe(true);
    expect(await archiveProduct(shop, "b", ada)).toBe(false);
    const ids = async () => (await readProductPage(db, { q: "tea", page: 1 })).products.map(({ id }) => id);
    expect(await ids()).toEqual(["a", "c"]);
    expect(await readProduct(db, "b")).toBeUndefined();
    expect(await readGoods(db, ["b"])).toEqual([]);
    expect(await tryToOrder(db, userId, orderOf([["b", 1]]))).toEqual([{ id: "b", kind: "gone" }]);
    expect(await readArchivedProduct(db, "b")).toMatchObject({ ...before.product, archivedAt: expect.any(Number) });
    const taken = await addProduct(
      shop,
      { ...newProductTexts, id: "b", title: "B", price: "1", stock: "1", category: "x" },
      ada,
    );
    expect(taken.errors?.id).toBe("A product that is no longer sold has this id: put that one back");

    expect(await unarchiveProduct(shop, "b", ada)).toBe(true);
    expect(await unarchiveProduct(shop, "b", ada)).toBe(false);
    expect({ lists: await listsOf(db), product: await readProduct(db, "b") }).toEqual(before);
    const changes = await readChanges(db, { kind: "product", subject: "b", limit: 9 });
    expect(changes.map(({ action }) => action)).toEqual(["put back", "archived"]);
  });

  test("an import that names an archived product sells it again; what it doesn't name comes back last", async () => {
    const { shop } = await openWith(["tea", "salt", "coffee", "rye"].map((id) => catalogRecord({ id })));
    await archiveProduct(shop, "tea", ada);
    await archiveProduct(shop, "salt", ada);
    await importRecords(shop.db, [catalogRecord({ id: "rye" })]);
    expect(await readArchivedProduct(shop.db, "tea")).toBeDefined();
    await importRecords(shop.db, [catalogRecord({ id: "tea" })]);
    expect(await readArchivedProduct(shop.db, "tea")).toBeUndefined();
    expect(await unarchiveProduct(shop, "salt", ada)).toBe(true);
    const { products } = await readProductPage(shop.db, { page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["tea", "rye", "coffee", "salt"]);
  });
});
