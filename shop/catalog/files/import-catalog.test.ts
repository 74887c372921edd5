import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";
import { hasCatalog, readCatalogVersion } from "../../changes/catalog-version.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { archiveProduct } from "../products/archive-product.ts";
import { importCatalog } from "./import-catalog.ts";
import { CatalogFileError } from "./reading/catalog-file-error.ts";

/** Everything that an import may change. */
async function catalogOf(db: Database) {
  return {
    products: await db.selectFrom("products").selectAll().orderBy("position").execute(),
    words: await db.selectFrom("searchWords").select(["word", "products"]).orderBy("word").execute(),
    staged: await db.selectFrom("catalogImports").selectAll().execute(),
    settings: await db.selectFrom("settings").selectAll().execute(),
  };
}

test("after an import SQLite's write-ahead log takes no room, while the shop is open", async () => {
  const { shop } = await openTestShop("sqlite");
  const log = join(shop.settings.dataFolder, "shop.db-wal");
  const file = await writeCatalog(catalogRecords(200));
  const before = (await stat(log)).size;
  expect(before).toBeGreaterThan(0);
  await importCatalog(shop.db, file);
  expect((await stat(log)).size).toBe(0);
  expect(await idsOf(shop.db)).toHaveLength(24);
});

test("an import succeeds while another connection reads the database", async () => {
  const { shop } = await openTestShop("sqlite");
  const reader = new DatabaseSync(join(shop.settings.dataFolder, "shop.db"));
  reader.exec("begin; select * from products");
  expect(await importRecords(shop.db, catalogRecords(200))).toBe(200);
  reader.close();
});

async function idsOf(db: Database) {
  return (await readProductPage(db, { page: 1 })).products.map(({ id }) => id);
}

const by = { actor: "ada@example.com", name: "goods.csv", at: new Date("2026-11-22T10:00:00Z") };

async function logOf(db: Database) {
  const changes = await readChanges(db, { limit: 5000 });
  return changes.toReversed().map(({ id: _, ...change }) => change);
}

forEnginesInTurns((openDatabase) => {
  test("what an import changes is in the log, product by product and as a whole", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord(), catalogRecord({ id: "tea" }), catalogRecord({ id: "gone" })]);
    await archiveProduct({ db, now: () => by.at }, "tea", by.actor);
    const records = [
      catalogRecord({ id: "new", title: "Kettle" }),
      catalogRecord({ id: "tea", stock: 3 }),
      catalogRecord({ price: 12, rating: 5, tags: ["coffee"] }),
    ];
    await importRecords(db, records, { by, replace: true });
    const [, ...log] = await logOf(db);
    const act = { act: expect.any(String), isPart: true };
    const common = { actor: by.actor, kind: "product", createdAt: by.at.getTime(), ...act };
    expect(log).toEqual([
      { ...common, subject: "gone", action: "removed", fields: expect.any(Object) },
      { ...common, subject: "new", action: "added", fields: expect.any(Object) },
      { ...common, subject: "tea", action: "unarchived", fields: { stock: { before: "40", after: "3" } } },
      {
        ...common,
        subject: "coffee",
        action: "edited",
        fields: {
          price: { before: "9.50", after: "12.00" },
          rating: { before: 4.25, after: 5 },
          tags: { before: "coffee, Beverages", after: "coffee" },
        },
      },
      {
        ...{ ...common, isPart: false, subject: "goods.csv", action: "imported" },
        fields: { products: { before: 2, after: 3 } },
      },
    ]);
    expect(log[0]?.fields.title).toEqual({ before: "Filter Coffee", after: null });
    expect(log[1]?.fields.title).toEqual({ before: null, after: "Kettle" });
    await importRecords(db, records.toReversed(), { by });
    const order = { before: null, after: "2 products change position" };
    const since = (await logOf(db)).slice(log.length + 1);
    expect(since).toMatchObject([{ action: "imported", fields: { products: { before: 3, after: 3 }, order } }]);
  });

  test("of a large import 1,000 products are in the log, and how many more there were", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalogRecords(1500));
    expect(await logOf(db), "without an importer nothing is logged").toEqual([]);
    await importRecords(
      db,
      catalogRecords(1400, () => ({ stock: 7 })),
      { by, replace: true },
    );
    const log = await logOf(db);
    expect(
      Object.entries(Object.groupBy(log, ({ action }) => action)).map(([name, all]) => [name, all?.length]),
    ).toEqual([
      ["removed", 100],
      ["edited", 900],
      ["imported", 1],
    ]);
    expect(log.at(-1)?.fields).toEqual({
      products: { before: 1500, after: 1400 },
      "more products, not logged individually": { before: null, after: 500 },
    });
  });

  test.each([
    ["a list", (records: unknown[]) => records],
    ["an object with products", (records: unknown[]) => ({ total: 2, products: records, limit: 0 })],
    [
      "a list after a byte order mark and blank lines",
      (records: unknown[]) => `\uFEFF\n\n ${JSON.stringify(records)}\n`,
    ],
  ])("%s is imported in the file's order", async (_, arrange) => {
    const { db } = await openDatabase();
    const file = await writeCatalog(arrange([catalogRecord({ id: "z" }), catalogRecord({ id: "a" })]));
    expect(await importCatalog(db, file)).toBe(2);
    expect(await idsOf(db)).toEqual(["z", "a"]);
  });

  test("ids may be numbers, brands missing, and unknown fields are ignored", async () => {
    const { db } = await openDatabase();
    const { brand: _, ...withoutBrand } = catalogRecord({ id: 17, sku: "RCH45Q1A", reviews: [{ rating: 5 }] });
    await importRecords(db, [withoutBrand]);
    expect(await readProduct(db, "17")).toMatchObject({ id: "17", brand: null, title: "Filter Coffee" });
  });

  test("a known product is updated in its place, and new ones come last; by request all are in the file's order", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "a" }), catalogRecord({ id: "b" }), catalogRecord({ id: "c" })]);
    const records = [
      catalogRecord({ id: "d" }),
      catalogRecord({ id: "c" }),
      catalogRecord({ id: "b", title: "Tea", price: 3, brand: null }),
    ];
    await importRecords(db, records);
    expect(await idsOf(db)).toEqual(["a", "b", "c", "d"]);
    await importRecords(db, records, { inFileOrder: true });
    expect(await idsOf(db)).toEqual(["d", "c", "b", "a"]);
    expect(await readProduct(db, "b")).toMatchObject({ title: "Tea", priceCents: 300, brand: null });
  });

  test("with replace, the products that the file doesn't name are removed", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "a" }), catalogRecord({ id: "b" }), catalogRecord({ id: "c" })]);
    await importRecords(db, [catalogRecord({ id: "d" }), catalogRecord({ id: "b" })], { replace: true });
    expect(await idsOf(db)).toEqual(["d", "b"]);
  });

  test("an updated product is found by its new tags, name and brand, not by its old ones", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ tags: ["fruits", "Meat"], brand: "Ask" })]);
    await importRecords(db, [catalogRecord({ tags: ["VEGETABLES", "meat", "MEAT"], brand: "Eik" })]);
    const found = async (filter: "fruits" | "vegetables" | "meat" | `brand-${string}`) =>
      (await readProductPage(db, { filters: [filter], page: 1 })).total;
    expect(await Promise.all([found("fruits"), found("vegetables"), found("meat")])).toEqual([0, 1, 1]);
    expect(await Promise.all([found("brand-ask"), found("brand-eik")])).toEqual([0, 1]);
    expect((await readProduct(db, "coffee"))?.tags).toEqual(["VEGETABLES", "meat", "MEAT"]);
  });

  test("one wrong product in the middle of many changes nothing, and is named with its field", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "p1", title: "Before" }), catalogRecord({ id: "kept" })]);
    const before = await catalogOf(db);
    const records = catalogRecords(1500, (number) => (number === 900 ? { price: "9.99" } : {}));
    const failing = importRecords(db, records, { replace: true });
    await expect(failing).rejects.toThrow(CatalogFileError);
    await expect(failing).rejects.toThrow(
      /^Product 900 \(id "p900", "Product 900"\): price must be a number such as 12.50/,
    );
    expect(await catalogOf(db)).toEqual(before);
  });

  test("a long catalog keeps its order", async () => {
    const { db } = await openDatabase();
    expect(await importRecords(db, catalogRecords(1201))).toBe(1201);
    const { products, total, page } = await readProductPage(db, { page: 999 });
    expect({ total, page, last: products.at(-1)?.id }).toEqual({ total: 1201, page: 51, last: "p1201" });
  });

  test.each([
    [
      "two products with one id",
      [catalogRecord({ id: "x" }), catalogRecord({ id: "x" })],
      'Product 2 (id "x", "Filter',
    ],
    [
      "a number and a text as one id",
      [catalogRecord({ id: 1 }), catalogRecord({ id: "1" })],
      "duplicate id, already used by an earlier",
    ],
    [
      "a product without title",
      [{ ...catalogRecord(), title: undefined }],
      'Product 1 (id "coffee"): title is missing',
    ],
    ["a product that is null", [catalogRecord(), null], "Product 2: must be an object"],
    ["a wrong picture", [catalogRecord({ images: ["/a.svg", 5] })], '"Filter Coffee"): images.1 must be text'],
    ["cut-off JSON", JSON.stringify([catalogRecord()]).slice(0, -60), "isn't a valid JSON product list"],
    ["a list without its end", JSON.stringify([catalogRecord()]).slice(0, -1), "isn't a valid JSON product list"],
    [
      "an object without its end",
      `{"products":${JSON.stringify([catalogRecord()])}`,
      "isn't a valid JSON product list",
    ],
    ["two lists", JSON.stringify([catalogRecord()]).repeat(2), "isn't a valid JSON product list"],
    ["no JSON", "id,title,price", "isn't a valid JSON product list"],
    ["a million lists in each other", "[".repeat(1_000_000), "line 1 has more than 32 lists and objects in each other"],
    [
      "a product of megabytes",
      [catalogRecord({ tags: Array(1_500_000).fill("") })],
      "isn't a valid JSON product list: line 1 is in an item of more than 4 MB",
    ],
    ["1,001 tags", [catalogRecord({ tags: Array(1001).fill("a") })], "tags must have at most 1,000 items"],
    [
      "a picture's address of 5,000 characters",
      [catalogRecord({ thumbnail: `/${"x".repeat(5000)}` })],
      "thumbnail must be at most 4,000 characters long",
    ],
    ["nothing", "", "isn't a valid JSON product list"],
    ["products that are no list", { products: { a: catalogRecord() } }, "isn't a valid JSON product list"],
    ["an empty list", [], "contains no products"],
    ["an empty list of products", { products: [] }, "contains no products"],
    ["another object", { items: [catalogRecord()] }, "contains no products"],
  ])("a file with %s is refused", async (_, content, message) => {
    const { db } = await openDatabase();
    const file = await writeCatalog(content);
    const failure = await importCatalog(db, file, { replace: true }).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(CatalogFileError);
    expect((failure as Error).message).toContain(message);
    expect(await catalogOf(db)).toEqual({ products: [], words: [], staged: [], settings: [] });
  });

  test("a file that isn't there, or is a folder, is refused by its name", async () => {
    const { db } = await openDatabase();
    const folder = await temporaryFolder();
    await expect(importCatalog(db, `${folder}/none.json`)).rejects.toThrow(`${folder}/none.json not found`);
    await expect(importCatalog(db, folder)).rejects.toThrow(`Can't read ${folder}: `);
  });

  test("a shop has a catalog once one was imported, even after everything was sold off", async () => {
    const { db } = await openDatabase();
    expect(await hasCatalog(db)).toBe(false);
    await importRecords(db, [catalogRecord()]);
    await db.deleteFrom("products").execute();
    expect(await hasCatalog(db)).toBe(true);
  });

  test("every import gives the catalog another version", async () => {
    const { db } = await openDatabase();
    const versions = new Set([await readCatalogVersion(db)]);
    for (const id of ["a", "b", "b"]) {
      await importRecords(db, [catalogRecord({ id })]);
      versions.add(await readCatalogVersion(db));
    }
    expect(versions.size).toBe(4);
  });

  test("the version of a catalog whose products can't be read can't be read either", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord()]);
    await db.schema.alterTable("products").renameTo("elsewhere").execute();
    await expect(readCatalogVersion(db)).rejects.toThrow(/products/);
  });

  test("progress runs from little to all", async () => {
    const { db } = await openDatabase();
    const content = JSON.stringify(catalogRecords(1000));
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    await importCatalog(db, await writeCatalog(content), { onProgress, size: Buffer.byteLength(content) });
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[0]).toBeLessThan(0.5);
    expect(shares.at(-1)).toBe(1);
  });
});
