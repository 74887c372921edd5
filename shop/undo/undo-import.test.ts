import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { runDue } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { readCategories } from "../catalog/categories.ts";
import { newProduct } from "../catalog/fields/product-row.ts";
import type { ImportOptions } from "../catalog/files/import-catalog.ts";
import { readProduct, readProductPage } from "../catalog/lists/read-products.ts";
import { forgetOldActs, readPastImports } from "../catalog/past-imports/past-imports.ts";
import { archiveProduct, readArchivedProduct } from "../catalog/products/archive-product.ts";
import { editProduct } from "../catalog/products/change-product.ts";
import { changeStock } from "../catalog/stock/change-stock.ts";
import { readChanges } from "../changes/change-log.ts";
import { previewUndo } from "./preview-undo.ts";
import { undoAct } from "./undo-act.ts";

const ada = "ada@example.com";
const day = 24 * 60 * 60_000;

const load = (db: Database, records: unknown[], options: ImportOptions = {}) =>
  importRecords(db, records, { by: { actor: ada, name: "shop.json", at: new Date() }, ...options });

/** All that shoppers and owners may see of the catalog. */
async function contentOf(db: Database) {
  const clean = <Row extends { version: number }>({ version: _, ...row }: Row) => row;
  const products = await db.selectFrom("products").selectAll().orderBy("position").execute();
  const archived = await db.selectFrom("archivedProducts").selectAll().orderBy("id").execute();
  const drafts = await db.selectFrom("draftProducts").selectAll().orderBy("id").execute();
  const categories = await db.selectFrom("categories").selectAll().orderBy("slug").execute();
  return {
    products: products.map(clean),
    // Whoever takes a file's order takes the archived products' places away.
    archived: archived.map(({ archivedAt: _, position: __, ...row }) => clean(row)),
    drafts,
    categories,
    redirects: await db.selectFrom("redirects").selectAll().orderBy("from").execute(),
  };
}

const toProductOf = (id: string) => ({ ...newProduct, id, title: "Draft", description: "", category: "" });

async function latest(db: Database) {
  const [past] = await readPastImports(db);
  if (!past) throw new Error("No import is remembered");
  return past;
}

const undoLatest = async (shop: Parameters<typeof undoAct>[0]) => undoAct(shop, (await latest(shop.db)).id, ada);

forEnginesInTurns((_, engine) => {
  test("an undone import leaves the catalog as it was: new, changed, moved, removed, archived and draft products", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, [
      ...catalogRecords(3),
      catalogRecord({ id: "gone", title: "Gone", address: "old-gone" }),
      catalogRecord({ id: "old", title: "Archived" }),
      catalogRecord({ id: "named", address: "by-name" }),
    ]);
    await archiveProduct(shop, "old", ada);
    const content = JSON.stringify({ ...toProductOf("draft"), group: "drafts" });
    const draft = { id: "draft", titleKey: "draft", content, group: "drafts", madeIds: null };
    await db.insertInto("draftProducts").values(draft).execute();
    const before = await contentOf(db);
    await load(
      db,
      [
        catalogRecord({ id: "new", category: "Kitchen", images: [] }),
        catalogRecord({
          id: "p3",
          title: "Product 3",
          price: 1,
          stock: 2,
          description: "A text that is longer than a seal",
        }),
        catalogRecord({ id: "old", title: "Sold again", price: 5 }),
        catalogRecord({ id: "draft", title: "Published" }),
        catalogRecord({ id: "named", address: "new-name" }),
        catalogRecord({ id: "p1", title: "Product 1", salePrice: 2, saleEnds: "2030-01-01T00:00:00Z" }),
        catalogRecord({ id: "p2", title: "Product 2" }),
      ],
      { replace: true },
    );
    const past = await latest(db);
    expect(past).toMatchObject({ actor: ada, name: "shop.json", added: 3, removed: 1, undoneAt: null });
    expect(await previewUndo(db, past)).toMatchObject({
      counts: { deleted: 2, archived: 1, returned: 1 },
      kept: [],
    });
    expect(await undoAct(shop, past.id, ada)).toBe(true);
    const after = await contentOf(db);
    // The address that it had in between leads on.
    expect({ ...after, redirects: [] }).toEqual({ ...before, redirects: [] });
    expect(after.redirects.map(({ from }) => from)).toEqual(["/products/new-name"]);
    expect((await readProductPage(db, { q: "Gone", page: 1 })).total).toBe(1);
    expect((await readProductPage(db, { q: "again", page: 1 })).total).toBe(0);
    expect(await latest(db)).toMatchObject({ undoneBy: ada, isLeft: false });
    expect(await readChanges(db, { subject: "shop.json", limit: 1 })).toMatchObject([{ action: "import undone" }]);
    await expect(undoAct(shop, past.id, ada)).rejects.toThrow("shop.json was undone already");
  });

  test("what was sold since is archived with its orders, and stock goes back by the difference", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, [catalogRecord({ id: "tea", stock: 10 }), catalogRecord({ id: "milk", stock: 3 })]);
    await load(db, [
      catalogRecord({ id: "tea", stock: 50 }),
      catalogRecord({ id: "milk", stock: 4, title: "Oat milk" }),
      catalogRecord({ id: "sold", title: "Sold" }),
      catalogRecord({ id: "unsold", title: "Unsold" }),
    ]);
    const number = await tryToOrder(
      db,
      uid,
      orderOf([
        ["tea", 5],
        ["milk", 4],
        ["sold", 1],
      ]),
    );
    const orders = async () => db.selectFrom("orderLines").selectAll().orderBy("position").execute();
    const placed = await orders();
    expect(placed).toHaveLength(3);
    const past = await latest(db);
    expect((await previewUndo(db, past)).counts).toMatchObject({ deleted: 1, archived: 1, restored: 2 });
    await undoAct(shop, past.id, ada);
    expect(await readProduct(db, "tea")).toMatchObject({ stock: 5, availabilityStatus: "Low Stock" });
    expect(await readProduct(db, "milk")).toMatchObject({
      title: "Filter Coffee",
      stock: 0,
      availabilityStatus: "Out of Stock",
    });
    expect(await readProduct(db, "sold")).toBeUndefined();
    expect(await readArchivedProduct(db, "sold")).toMatchObject({ title: "Sold" });
    expect(await readArchivedProduct(db, "unsold")).toBeUndefined();
    expect(await orders()).toEqual(placed);
    expect(number).toBeDefined();
  });

  test("what was changed again since stays, and is named", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, [catalogRecord({ id: "tea", title: "Tea", price: 3 })]);
    await load(db, [
      catalogRecord({ id: "tea", title: "Green tea", price: 4, brand: "Nord" }),
      catalogRecord({ id: "new" }),
    ]);
    const edit = (id: string, submitted: object) => editProduct(shop, id, { original: {}, submitted }, ada);
    await edit("tea", { price: "5" });
    await edit("new", { title: "My own title" });
    await changeStock(shop, "new", { by: 2 }, ada);
    const past = await latest(db);
    const preview = await previewUndo(db, past);
    expect(preview.products).toMatchObject([
      { id: "new", effect: "archived", values: [] },
      {
        ...{ id: "tea", effect: "restored" },
        values: [
          { label: "Title", now: "Green tea", former: "Tea" },
          { label: "Brand", now: "Nord", former: "Bakklandet" },
        ],
      },
    ]);
    expect(preview.kept).toMatchObject([
      {
        id: "new",
        what: "it was changed, so it is only archived",
        title: "My own title",
        values: [{ isInsistable: true }],
      },
      { id: "tea", title: "Green tea", what: "Price" },
    ]);
    await undoAct(shop, past.id, ada);
    expect(await readProduct(db, "tea")).toMatchObject({ title: "Tea", brand: "Bakklandet", priceCents: 500 });
    expect(await readArchivedProduct(db, "new")).toMatchObject({ title: "My own title" });
    expect(await latest(db)).toMatchObject({ undoneAt: null, undos: 1, isLeft: true });
    await undoAct(shop, past.id, ada, { insists: true });
    expect(await readProduct(db, "tea")).toMatchObject({ title: "Tea", priceCents: 300 });
    expect(await latest(db)).toMatchObject({ undos: 2, isLeft: false });
  });

  test("removed products come back in order, though new ones that stay have their numbers, places and addresses", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    const addressOf = (number: number) => ({ address: `a${number}` });
    await importRecords(db, catalogRecords(6, addressOf));
    const before = await contentOf(db);
    const file = [catalogRecord({ id: "new1", address: "a4" }), catalogRecord({ id: "new2", address: "a5" })];
    await load(db, [catalogRecord({ id: "p1", price: 1 }), ...file], { replace: true });
    const { counts } = await previewUndo(db, await latest(db));
    expect(counts).toMatchObject({ deleted: 2, returned: 5 });
    expect(await tryToOrder(db, uid, orderOf([["new1", 1]]))).toEqual(expect.any(String));
    await importRecords(db, [catalogRecord({ id: "later" })]);
    expect(await undoLatest(shop)).toBe(true);
    const { products, archived } = await contentOf(db);
    expect(products.map(({ id, address }) => [id, address])).toEqual([
      // Sold, so it is archived, and keeps its address.
      ...before.products.map(({ id, address }) => [id, id === "p4" ? null : address]),
      ["later", null],
    ]);
    expect(archived).toMatchObject([{ id: "new1", address: "a4" }]);
    expect(new Set([...products, ...archived].map(({ number }) => number)).size).toBe(8);
    expect((await readProductPage(db, { q: "Product 3", page: 1 })).products.map(({ id }) => id)).toContain("p3");
  });

  test("the preview counts a product once, though an import changed its address and more", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, catalogRecords(60));
    await load(shop.db, [
      ...catalogRecords(60, (number) => ({ price: 1, address: `address-${number}` })),
      catalogRecord({ id: "new" }),
    ]);
    const { counts, products } = await previewUndo(shop.db, await latest(shop.db));
    expect(counts).toMatchObject({ restored: 60, deleted: 1 });
    expect(products[1]?.values.map(({ label }) => label).toSorted()).toEqual(["Address", "Price"]);
  });

  test("a category that the import made goes unless something else uses it by now", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await load(db, [catalogRecord({ id: "a", category: "Kitchen" }), catalogRecord({ id: "b", category: "Garden" })]);
    const past = await latest(db);
    await importRecords(db, [catalogRecord({ id: "c", category: "Garden" })]);
    await undoAct(shop, past.id, ada);
    const slugs = (await readCategories(db)).map(({ slug }) => slug);
    expect([slugs.includes("kitchen"), slugs.includes("garden")]).toEqual([false, true]);
  });

  test("a large import is undone in steps, by a job, which goes on where another process stopped", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, catalogRecords(600));
    const before = await contentOf(db);
    await load(db, catalogRecords(1200, (number) => ({ price: number % 90 })).toReversed(), { inFileOrder: true });
    expect(await undoLatest(shop)).toBe(false);
    expect(await latest(db)).toMatchObject({ isLeft: true });
    await runDue(shop, "importUndos");
    expect(await contentOf(db)).toEqual(before);
    expect(await latest(db)).toMatchObject({ isLeft: false });
    expect((await readProductPage(db, { page: 1 })).total).toBe(600);
    // The new products go in later steps than those whose places and addresses they have come back.
    const others = catalogRecords(1200, (number) => ({ id: `x${number}`, address: `address-${number}` }));
    await importRecords(
      db,
      catalogRecords(600, (number) => ({ address: `address-${number}` })),
    );
    const named = await contentOf(db);
    await load(db, others, { replace: true, inFileOrder: true });
    expect(await undoLatest(shop)).toBe(false);
    await runDue(shop, "importUndos");
    const back = await contentOf(db);
    expect(back.products.map(({ id, address }) => [id, address])).toEqual(
      named.products.map(({ id, address }) => [id, address]),
    );
  });
});

test("an import that changes nothing, and the shop's first one, can't be undone", async () => {
  const { shop } = await openTestShop("sqlite");
  await importRecords(shop.db, [catalogRecord()], { onlyFirst: true });
  await load(shop.db, [catalogRecord()]);
  expect(await readPastImports(shop.db)).toEqual([]);
  for (const id of ["00000000", "x", "", "'"]) await expect(undoAct(shop, id, ada)).rejects.toThrow("can't be undone");
});

test("the last ten imports of a month are remembered", async () => {
  const { shop } = await openTestShop("sqlite");
  const { db } = shop;
  const start = Date.UTC(2026, 10, 1);
  for (let number = 0; number < 12; number++) {
    const at = new Date(start + number * day);
    await load(db, [catalogRecord({ price: number + 1 })], { by: { actor: ada, name: `${number}.json`, at } });
  }
  while (await forgetOldActs(db, new Date(start + 12 * day))) {}
  expect((await readPastImports(db)).map(({ name }) => name)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n}.json`),
  );
  while (await forgetOldActs(db, new Date(start + 35 * day))) {}
  expect((await readPastImports(db)).map(({ name }) => name)).toEqual([11, 10, 9, 8, 7, 6, 5].map((n) => `${n}.json`));
  const { rows } = await db
    .selectFrom("actRows")
    .select((eb) => eb.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(7);
});
