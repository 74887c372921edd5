import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readSettings, type StoredSettings, saveSettings } from "../../settings/settings.ts";
import type { Shop } from "../../shop.ts";
import { changeStock } from "../stock/change-stock.ts";
import { countBestSellers } from "./best-sellers.ts";
import { countFoundProducts } from "./find-products.ts";
import { readProductPage, readSuggestions, readTrending } from "./read-products.ts";
import type { Sort } from "./sorts.ts";

async function change(shop: Shop, changes: Partial<StoredSettings>) {
  const original = await readSettings(shop.db);
  await saveSettings(shop, { ...original, ...changes }, { original, actor: "olga@example.com" });
}

async function idsBy({ db }: Shop, sort: Sort, query: { q?: string; filters?: string[] } = {}) {
  return (await readProductPage(db, { ...query, sort, page: 1 })).products.map(({ id }) => id);
}

forEachEngine((_, engine) => {
  test("lists leave out what is sold out, with their counts and searches, until it is back", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const records = catalogRecords(3, (number) => ({ category: "groceries", stock: number === 2 ? 1 : 9 }));
    await importRecords(db, records);
    await change(shop, { hideSoldOut: "on" });
    const found = async () => {
      const { total, counts, products } = await readProductPage(db, { page: 1, choices: ["groceries"] });
      const search = await readProductPage(db, { q: "product", page: 1 });
      const [suggested, trending] = [await readSuggestions(db, "product", 9), await readTrending(db)];
      return [total, counts.get("groceries"), products, search.products, suggested, trending].map((each) =>
        Array.isArray(each) ? each.map(({ id }) => id).join() : each,
      );
    };
    const all = "p1,p2,p3";
    expect(await found()).toEqual([3, 3, all, all, all, all]);
    await changeStock(shop, "p2", { to: 0 }, "command line");
    expect(await found()).toEqual([2, 2, "p1,p3", "p1,p3", "p1,p3", "p1,p3"]);
    expect(await countFoundProducts(db, { text: "Product 2" })).toBe(1);
    await changeStock(shop, "p2", { to: 5 }, "command line");
    expect((await found())[0]).toBe(3);
    await changeStock(shop, "p2", { to: 0 }, "command line");
    await change(shop, { hideSoldOut: "" });
    expect((await found())[0]).toBe(3);
  });

  test("of siblings, a card stays while one of them can be bought", async () => {
    const { shop } = await openTestShop(engine);
    const sibling = (id: string, size: string, stock: number) =>
      catalogRecord({ id, title: "Tee", group: "tee", options: { Size: size }, stock, availabilityStatus: undefined });
    await importRecords(shop.db, [sibling("s", "S", 0), sibling("m", "M", 9)]);
    await change(shop, { hideSoldOut: "on" });
    expect(await readProductPage(shop.db, { page: 1 })).toMatchObject({ total: 1, products: [{ id: "m" }] });
    await changeStock(shop, "m", { to: 0 }, "command line");
    expect((await readProductPage(shop.db, { page: 1 })).total).toBe(0);
  });

  test("lists are sorted by newest, and by what sold best in the last 90 days", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      ["a", "b", "c", "d"].map((id) => catalogRecord({ id, title: `Tea ${id}`, stock: 99 })),
    );
    await importRecords(shop.db, [catalogRecord({ id: "e", title: "Tea e", stock: 99 })], { inFileOrder: true });
    expect(await idsBy(shop, "newest")).toEqual(["e", "d", "c", "b", "a"]);
    expect(await idsBy(shop, "newest", { q: "tea" })).toEqual(["e", "d", "c", "b", "a"]);

    const uid = await registerVerified(shop);
    const day = 24 * 60 * 60_000;
    const order = (id: string, quantity: number, ago: number) =>
      placeOrder(shop.db, uid, orderOf([[id, quantity]]), new Date(Date.now() - ago * day));
    await order("c", 2, 1);
    await order("b", 3, 80);
    await order("d", 9, 91);
    await countBestSellers(shop);
    await change(shop, { bestSellingSort: "on" });
    await countBestSellers(shop);
    expect((await idsBy(shop, "bestSelling")).slice(0, 2)).toEqual(["b", "c"]);
    expect((await idsBy(shop, "bestSelling", { q: "tea" })).slice(0, 2)).toEqual(["b", "c"]);
    const version = await shop.db.selectFrom("settings").selectAll().where("key", "like", "catalog%").execute();
    await countBestSellers(shop);
    expect(await shop.db.selectFrom("settings").selectAll().where("key", "like", "catalog%").execute()).toEqual(
      version,
    );
  });
});
