import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database, engineOf } from "#database/connect.ts";
import { seededRandom } from "../../../tests/soak/seeded-random.ts";
import { catalogRecord, generatedRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { naiveList, readWholeCatalog } from "../../../tests/support/naive-list.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { readCatalogVersion } from "../../changes/catalog-version.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readCartProducts } from "../../checkout/cart-products.ts";
import { readPictureSources } from "../../pictures/picture-sources.ts";
import { readCategories } from "../categories.ts";
import { filterMenu } from "../filters/filters.ts";
import { readCatalogIndex } from "../lists/index/current-index.ts";
import { brandsBySlug, readProduct, readProductPage, readSuggestions } from "../lists/read-products.ts";
import { buildSearchIndex } from "../lists/search/search-index.ts";
import { sorts } from "../lists/sorts.ts";
import { addProduct, duplicateProduct, newProductForm } from "./add-product.ts";
import { archiveProduct, readArchivedProduct, unarchiveProduct } from "./archive-product.ts";
import { editProduct, type ProductEdit, ProductUnknownError } from "./change-product.ts";
import { productFieldNames, toForm } from "./product-form.ts";

const ada = "ada@example.com";

/** All that searches are answered from. */
async function searchIndexOf(db: Database) {
  const isPostgres = engineOf(db) === "postgres";
  const index = isPostgres
    ? sql`select number, keys::text from "productSearch" order by number`
    : sql`select doc, term from "indexedWords" order by term, doc`;
  if (!isPostgres)
    await sql`create virtual table if not exists "indexedWords" using fts5vocab("productSearch", instance)`.execute(db);
  return {
    words: await db.selectFrom("searchWords").select(["word", "products"]).orderBy("word").execute(),
    index: (await index.execute(db)).rows,
  };
}

async function expectListsAndIndexRight(db: Database) {
  const followed = await searchIndexOf(db);
  await db.transaction().execute(buildSearchIndex);
  expect(followed).toEqual(await searchIndexOf(db));
  const catalog = await readWholeCatalog(db);
  const menu = filterMenu(await readCategories(db), (await readCatalogIndex(db)).brands());
  for (const filter of menu.flatMap(({ choices }) => choices.map(({ value }) => value))) {
    const { products, total } = await readProductPage(db, { filters: [filter], sort: "name", page: 1 });
    const ids = naiveList(catalog, filter, "name");
    expect([products.map(({ id }) => id), total], filter).toEqual([ids.slice(0, 24), ids.length]);
  }
}

forEnginesInTurns((_, engine) => {
  const openWith = async (records: unknown[]) => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, records);
    return { shop, edit: (id: string, edit: ProductEdit) => editProduct(shop, id, edit, ada) };
  };

  test("many saves of drafts at once, and of a product that doesn't exist, all get an answer", async () => {
    const { shop, edit } = await openWith([catalogRecord()]);
    const id = await duplicateProduct(shop, "coffee", ada);
    const save = (id: string, title: string) => edit(id, { original: {}, submitted: { title } });
    const titles = Array.from({ length: 6 }, (_, index) => `Title ${index}`);
    const saved = await Promise.all(titles.map((title) => save(id, title)));
    expect(saved.map(({ outcome }) => outcome)).toEqual(titles.map(() => "saved"));
    const unknown = await Promise.allSettled(titles.map((title) => save("nothing", title)));
    for (const { reason } of unknown as PromiseRejectedResult[]) expect(reason).toBeInstanceOf(ProductUnknownError);
  });

  test("after any edits, and a new product, lists and searches are right", async () => {
    const { shop, edit } = await openWith(await generatedRecords(120));
    const [first, middle, last] = ["product-1", "product-60", "product-120"];
    const edits: [id: string, submitted: ProductEdit["submitted"]][] = [
      [first, { title: "Ærlig Zebra Lamps", price: "0.50", tags: "meat, Perfumes" }],
      [middle, { price: "99999", brand: "Eik & Ask", category: "beauty", discount: "50" }],
      [last, { title: "Aardvark 𝒜pples", brand: "", stock: "3", description: "" }],
      [first, { title: "Zzz", price: "12.30", brand: "A brand that is new", stock: "=0" }],
      [middle, { title: "Aardvark", category: "toys", tags: "", stock: "+5" }],
    ];
    for (const [id, submitted] of edits)
      expect(await edit(id, { original: {}, submitted })).toMatchObject({ outcome: "saved" });
    const added = {
      ...newProductForm,
      id: "a/b",
      title: "Lamps & Lemons",
      price: "7",
      stock: "9",
      category: "groceries",
    };
    expect(await addProduct(shop, added, ada)).toEqual({ id: "a/b" });
    await expectListsAndIndexRight(shop.db);
  });

  test("after many products came to one place, others moved, left and came back, lists are right", async () => {
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
    const alike = { ...newProductForm, title: "Lamp", price: "20", stock: "9", category: "furniture" };
    for (let number = 1; number <= 20; number++) {
      sold.add((await addProduct(shop, { ...alike, id: `new-${number}` }, ada)).id ?? "");
    }
    for (let round = 0; round < 4; round++) {
      await edit(any(sold), { original: {}, submitted: { title: "Lamp", price: `${Math.floor(random() * 200)}` } });
      await moveTo(sold, archived, archiveProduct);
      await moveTo(sold, archived, archiveProduct);
      await moveTo(archived, sold, unarchiveProduct);
    }
    await expectListsAndIndexRight(db);
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
    const before = await readCatalogVersion(db);
    const product = await readProduct(db, "coffee");
    const original = product && toForm(product, "USD");
    const submitted = {
      ...original,
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
    const outcome = await edit("coffee", { original: original ?? {}, submitted });
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
    expect(brandsBySlug(await readCatalogIndex(db), ["bakklandet", "manen"])).toMatchObject([
      { slug: "bakklandet" },
      { name: "Månen" },
    ]);
    expect(await readPictureSources(db)).toContain("https://img.example");
    expect(await readCatalogVersion(db)).not.toBe(before);
    const [change] = await readChanges(db, { kind: "product", subject: "coffee", limit: 9 });
    expect(change).toMatchObject({
      actor: ada,
      action: "edited",
      fields: { price: { before: "9.50", after: "1234.50" }, brand: { before: "Bakklandet", after: "Månen" } },
    });
    expect(change?.fields).not.toHaveProperty("stock");
  });

  test("every invalid field has an error, and nothing is saved", async () => {
    const { shop, edit } = await openWith([catalogRecord()]);
    const before = await readProduct(shop.db, "coffee");
    const submitted = {
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
    expect(await edit("coffee", { original: {}, submitted })).toEqual({
      outcome: "invalid",
      errors: {
        title: "Title must not be empty",
        description: "Description must be at most 20000 characters long",
        price: "Price must be 0 or more, with at most 2 decimals",
        stock: "Stock must be a whole number or an adjustment such as +5 or -2",
        category: "Category must not be empty",
        tags: "Tags must not be empty",
        discount: "Discount must be at most 100",
        minimumOrder: "Minimum quantity must be at least 1",
        thumbnail: "Thumbnail must be a picture URL (https://… or /…)",
        images: "Gallery must be a picture URL (https://… or /…)",
      },
    });
    expect(await edit("coffee", { original: {}, submitted: { stock: "-41" } })).toMatchObject({
      errors: { stock: "Only 40 of coffee in stock" },
    });
    expect(await readProduct(shop.db, "coffee")).toEqual(before);
    await expect(edit("tea", { original: {}, submitted: {} })).rejects.toThrow("Product tea not found");
  });

  test("two people edit one product: the second sees what has changed, and saves by submitting again", async () => {
    const { shop, edit } = await openWith([catalogRecord()]);
    const product = await readProduct(shop.db, "coffee");
    const original = product ? toForm(product, "USD") : newProductForm;
    expect(
      await edit("coffee", { original, submitted: { ...original, price: "11", brand: "Lyng", tags: "tea" } }),
    ).toMatchObject({
      outcome: "saved",
    });
    const submitted = { ...original, price: "12", title: "Coffee", tags: "tea", stock: "+2" };
    const told = await edit("coffee", { original, submitted });
    expect(told).toMatchObject({
      outcome: "conflict",
      conflicts: [
        { field: "price", original: "9.50", current: "11.00", submitted: "12" },
        { field: "brand", original: "Bakklandet", current: "Lyng", submitted: undefined },
      ],
      submitted: { price: "12", title: "Coffee", brand: "Lyng", stock: "+2" },
    });
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ title: "Filter Coffee", priceCents: 1100, stock: 40 });
    if (told.outcome !== "conflict") throw new Error(told.outcome);
    expect(await edit("coffee", { original: told.now, submitted: told.submitted })).toEqual({
      outcome: "saved",
      id: "coffee",
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
    const original = product ? toForm(product, "USD") : newProductForm;
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) => [
        tryToOrder(shop.db, userId, orderOf([["coffee", 1]])),
        edit("coffee", { original: {}, submitted: { description: `Roast ${index}`, stock: "+1" } }),
      ]).flat(),
    );
    expect(outcomes.filter((outcome) => typeof outcome === "string")).toHaveLength(6);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 6, availabilityStatus: "In Stock" });
    await tryToOrder(shop.db, userId, orderOf([["coffee", 2]]));
    const now = { ...original, description: "Roast" };
    expect(await edit("coffee", { original: { stock: "6" }, submitted: { ...now, stock: "6" } })).toMatchObject({
      outcome: "saved",
    });
    expect(await edit("coffee", { original: { stock: "6" }, submitted: { stock: "9" } })).toMatchObject({
      conflicts: [{ field: "stock", original: "6", current: "4", submitted: "9" }],
    });
    for (const difference of ["+2", " -2 "]) {
      const submitted = { stock: difference };
      expect(await edit("coffee", { original: { stock: "6" }, submitted })).toMatchObject({ outcome: "saved" });
    }
    expect(await edit("coffee", { original: { stock: "6" }, submitted: { stock: "2+" } })).toMatchObject({
      conflicts: [{ field: "stock", original: "6", current: "4", submitted: "2+" }],
    });
    expect(await edit("coffee", { original: { stock: "4" }, submitted: { stock: "9" } })).toMatchObject({
      outcome: "saved",
    });
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
    const original = before ? toForm(before, "USD") : newProductForm;
    const sent = Object.fromEntries(
      productFieldNames.map((field) => [field, original[field].replaceAll("\n", "\r\n")]),
    );
    expect(await edit("coffee", { original: sent, submitted: sent })).toEqual({
      outcome: "saved",
      id: "coffee",
      changed: [],
    });
    expect(await edit("coffee", { original: sent, submitted: { ...sent, tags: `${original.tags} ` } })).toEqual({
      outcome: "saved",
      id: "coffee",
      changed: [],
    });
    expect(await readProduct(shop.db, "coffee")).toEqual(before);
  });

  test("a new product gets a word of its title as its id, and no id twice", async () => {
    const { shop } = await openWith([catalogRecord()]);
    const typed = { ...newProductForm, id: "", title: "Brun Øst", price: "4", stock: "0", category: "groceries" };
    const add = (changes = {}) => addProduct(shop, { ...typed, ...changes }, ada);
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ id }) => id).toSorted()).toEqual(["brun-ost", "brun-ost-2"]);
    const { products } = await readProductPage(shop.db, { page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee", ...both.map(({ id }) => id).toSorted()]);
    expect(await add({ id: "coffee" })).toEqual({ errors: { id: "Another product already uses this ID" } });
    expect(await add({ id: "..", price: "", stock: "" })).toMatchObject({
      errors: { id: "ID must not be . or ..", price: expect.any(String), stock: expect.any(String) },
    });
  });

  test("what is archived can't be found or bought, keeps what it was, and comes back to its place", async () => {
    const { shop } = await openWith(["a", "b", "c"].map((id) => catalogRecord({ id, title: `Tea ${id}` })));
    const { db } = shop;
    const userId = await register(shop);
    const lists = async () => ({
      index: await searchIndexOf(db),
      ids: (await readWholeCatalog(db)).map(({ id }) => id),
    });
    const before = { lists: await lists(), product: await readProduct(db, "b") };
    expect(await archiveProduct(shop, "b", ada)).toBe(true);
    expect(await archiveProduct(shop, "b", ada)).toBe(false);
    const ids = async () => (await readProductPage(db, { q: "tea", page: 1 })).products.map(({ id }) => id);
    expect(await ids()).toEqual(["a", "c"]);
    expect(await readProduct(db, "b")).toBeUndefined();
    expect(await readCartProducts(db, ["b"])).toEqual([]);
    expect(await tryToOrder(db, userId, orderOf([["b", 1]]))).toEqual([{ id: "b", kind: "gone" }]);
    expect(await readArchivedProduct(db, "b")).toMatchObject({ ...before.product, archivedAt: expect.any(Number) });
    const taken = await addProduct(
      shop,
      { ...newProductForm, id: "b", title: "B", price: "1", stock: "1", category: "x" },
      ada,
    );
    expect(taken.errors?.id).toBe("An archived product uses this ID. Unarchive that product instead.");

    expect(await unarchiveProduct(shop, "b", ada)).toBe(true);
    expect(await unarchiveProduct(shop, "b", ada)).toBe(false);
    expect({ lists: await lists(), product: await readProduct(db, "b") }).toEqual(before);
    const changes = await readChanges(db, { kind: "product", subject: "b", limit: 9 });
    expect(changes.map(({ action }) => action)).toEqual(["unarchived", "archived"]);
  });

  test("an import sells an archived product that it names again, last or in the file's order; others get their places back", async () => {
    const { shop } = await openWith(["tea", "salt", "coffee", "rye"].map((id) => catalogRecord({ id })));
    const order = async () => (await readProductPage(shop.db, { page: 1 })).products.map(({ id }) => id);
    await archiveProduct(shop, "tea", ada);
    await archiveProduct(shop, "salt", ada);
    await archiveProduct(shop, "rye", ada);
    await importRecords(shop.db, [catalogRecord({ id: "rye" })]);
    expect(await readArchivedProduct(shop.db, "tea")).toBeDefined();
    await importRecords(shop.db, [catalogRecord({ id: "tea" })]);
    expect(await readArchivedProduct(shop.db, "tea")).toBeUndefined();
    expect(await unarchiveProduct(shop, "salt", ada)).toBe(true);
    expect(await order()).toEqual(["salt", "coffee", "rye", "tea"]);

    await archiveProduct(shop, "salt", ada);
    await importRecords(shop.db, [catalogRecord({ id: "tea" })], { inFileOrder: true });
    expect(await unarchiveProduct(shop, "salt", ada)).toBe(true);
    expect(await order(), "it has no place in the new order").toEqual(["tea", "coffee", "rye", "salt"]);
  });
});
