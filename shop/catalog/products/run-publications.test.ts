import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords, writeCatalog } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readCartProducts } from "../../checkout/cart-products.ts";
import { CartOutdatedError, placeOrder } from "../../checkout/place-order.ts";
import { exportCatalog } from "../files/export-catalog.ts";
import { previewImport } from "../files/import-preview.ts";
import { readProductPage, readSuggestions, readTrending } from "../lists/read-products.ts";
import { addProduct, newProductForm, publishDraft } from "./add-product.ts";
import { archiveProduct, unarchiveProduct } from "./archive-product.ts";
import { editProduct } from "./change-product.ts";
import { findProductAt, findShownProductAt } from "./find-product-at.ts";
import { readAddressedProducts } from "./product-ids.ts";
import { runPublications } from "./run-publications.ts";

const actor = "olga@example.com";
const hour = 60 * 60_000;
const day = 24 * hour;
/** Imports go by the clock. */
const opening = Math.ceil(Date.now() / day + 1) * day;
const closing = opening + day;
const iso = (time: number) => new Date(time).toISOString();

const lamp = catalogRecord({ id: "lamp", title: "Lamp", publishAt: iso(opening), unpublishAt: iso(closing) });
const coffee = catalogRecord({ rating: 1 });

/** Where shoppers find the lamp. */
async function placesOf(db: Database) {
  const { products, total, counts } = await readProductPage(db, { page: 1, choices: ["groceries"] });
  const addressed = [];
  for await (const some of readAddressedProducts(db, { skip: 0, limit: 100 })) addressed.push(...some);
  const lists = {
    list: products,
    search: (await readProductPage(db, { q: "lamp", page: 1 })).products,
    suggestions: await readSuggestions(db, "lamp", 6),
    trending: await readTrending(db),
    sitemap: addressed,
  };
  expect([total, counts.get("groceries")]).toEqual([products.length, products.length]);
  return Object.entries(lists).flatMap(([name, found]) => (found.some(({ id }) => id === "lamp") ? [name] : []));
}

const everywhere = ["list", "search", "suggestions", "trending", "sitemap"];

async function fileOf(db: Database) {
  let file = "";
  for await (const part of exportCatalog(db, "json")) file += part;
  return JSON.parse(file);
}

forEachEngine((_, engine) => {
  async function openShop(records: unknown[] = [coffee, lamp]) {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, records);
    const at = (time: number) => ({ ...shop, now: () => new Date(time) });
    const pageAt = async (time: number) => {
      const found = await findShownProductAt(shop.db, "lamp", new Date(time));
      return found && (found.isArchived ? "archived" : "shown");
    };
    return { shop, db: shop.db, at, pageAt };
  }

  test("a product appears at its time and leaves at its end, in lists, searches and the sitemap, whichever process does it", async () => {
    const { db, at } = await openShop();
    expect(await placesOf(db)).toEqual([]);
    expect(await runPublications(at(opening - 1))).toBe(opening);
    expect(await placesOf(db)).toEqual([]);
    const outcomes = await Promise.all([1, 2, 3].map(() => runPublications(at(opening))));
    expect(outcomes).toEqual([closing, closing, closing]);
    expect(await placesOf(db)).toEqual(everywhere);
    expect(await runPublications(at(closing - 1))).toBe(closing);
    expect(await placesOf(db)).toEqual(everywhere);
    await Promise.all([1, 2, 3].map(() => runPublications(at(closing))));
    expect(await placesOf(db)).toEqual([]);
    expect((await findProductAt(db, "lamp"))?.isArchived).toBe(true);
    const changes = await readChanges(db, { kind: "product", subject: "lamp", limit: 9 });
    expect(changes.map(({ action, actor }) => [action, actor])).toEqual([
      ["archived", "shop"],
      ["published", "shop"],
    ]);
  });

  test("its page, carts and orders follow to the second, before any list does", async () => {
    const { shop, db, pageAt } = await openShop();
    const uid = await registerVerified(shop);
    const inCart = async (time: number) => (await readCartProducts(db, ["lamp"], undefined, new Date(time))).length;
    const order = async (time: number) => {
      try {
        await placeOrder(db, uid, orderOf([["lamp", 1]]), new Date(time));
        return "placed";
      } catch (error) {
        if (error instanceof CartOutdatedError) return error.problems.map(({ kind }) => kind).join();
        throw error;
      }
    };
    const all = async (time: number) => [await pageAt(time), await inCart(time), await order(time)];
    expect(await all(opening - 1)).toEqual([undefined, 0, "gone"]);
    expect(await all(opening)).toEqual(["shown", 1, "placed"]);
    expect(await all(closing - 1)).toEqual(["shown", 1, "placed"]);
    expect(await all(closing)).toEqual(["archived", 0, "gone"]);
  });

  test("the same file twice changes nothing, before, during and after its time, and an export has the times", async () => {
    const { db, at } = await openShop();
    const exported = await fileOf(db);
    expect(exported[1]).toMatchObject({ id: "lamp", publishAt: iso(opening), unpublishAt: iso(closing) });
    const counts = async (records: unknown[]) => (await previewImport(db, await writeCatalog(records))).counts;
    expect(await counts([coffee, lamp])).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    const past = { ...lamp, publishAt: iso(opening - 9 * day), unpublishAt: iso(opening - 8 * day) };
    await importRecords(db, [coffee, past]);
    expect(await placesOf(db)).toEqual([]);
    await runPublications(at(opening - 2 * day));
    expect(await counts([coffee, past])).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    await importRecords(db, [coffee, past]);
    expect((await findProductAt(db, "lamp"))?.isArchived).toBe(true);
    await importRecords(db, [coffee, { ...past, unpublishAt: null }]);
    expect(await placesOf(db)).toEqual(everywhere);
  });

  test("a draft is published for later, and an owner's new time hides a product again", async () => {
    const { shop, db, at, pageAt } = await openShop([coffee]);
    const fields = { ...newProductForm, id: "lamp", title: "Lamp", price: "9", stock: "5", category: "groceries" };
    await addProduct(shop, { ...fields, publishAt: iso(opening) }, actor, { asDraft: true });
    await publishDraft(shop, "lamp", actor);
    expect([await placesOf(db), await pageAt(Date.now())]).toEqual([[], undefined]);
    const edit = (publishAt: string) =>
      editProduct(shop, "lamp", (now) => ({ original: now, submitted: { ...now, publishAt } }), actor);
    await edit("");
    expect(await placesOf(db)).toEqual(everywhere);
    await edit(iso(opening));
    expect(await placesOf(db)).toEqual([]);
    await edit(iso(opening + hour));
    expect(await runPublications(at(opening))).toBe(opening + hour);
    expect(await placesOf(db)).toEqual([]);
  });

  test("a product that is put back after its time stays, and must leave after it appears", async () => {
    const { shop, db, at } = await openShop();
    await archiveProduct(shop, "lamp", actor);
    await unarchiveProduct(at(closing), "lamp", actor);
    expect(await runPublications(at(closing))).toBeUndefined();
    expect(await placesOf(db)).toEqual(everywhere);
    const submitted = { publishAt: iso(closing), unpublishAt: iso(opening) };
    expect(await editProduct(shop, "lamp", { original: {}, submitted }, actor)).toEqual({
      outcome: "invalid",
      errors: { unpublishAt: "Take down at must be after the time it is published" },
    });
    await expect(importRecords(db, [{ ...lamp, unpublishAt: iso(opening) }])).rejects.toThrow(
      "unpublishAt must be after the time it is published",
    );
  });

  test("hundreds of products appear together", async () => {
    const records = Array.from({ length: 250 }, (_, number) => ({ ...lamp, id: `lamp-${number}` }));
    const { db, at } = await openShop(records);
    expect((await readProductPage(db, { page: 1 })).total).toBe(0);
    await runPublications(at(opening));
    expect((await readProductPage(db, { page: 1 })).total).toBe(250);
    await runPublications(at(closing));
    expect((await readProductPage(db, { page: 1 })).total).toBe(0);
  });
});
