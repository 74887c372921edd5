import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { registerVerified } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { readChanges } from "../../changes/change-log.ts";
import { scheduleSale } from "../pricing/sales.ts";
import { changeStock } from "../stock/change-stock.ts";
import { archiveProduct } from "./archive-product.ts";
import { type BulkChange, readPriceChange, readTag } from "./bulk-change.ts";
import { applyBulkChange, type BulkSelection, previewBulkChange } from "./bulk-products.ts";
import { readAnyProduct } from "./read-any-product.ts";

const actor = "ada@example.com";
const all: BulkSelection = { isArchived: false, criteria: {} };
const tenPercentMore: BulkChange = { kind: "price", hundredths: 1000, rounding: "cents" };

forEachEngine((_, engine) => {
  test("prices of several hundred products rise by percent, each with its log entry, and repeating it changes none", async () => {
    const { shop } = await openTestShop(engine);
    const records = Array.from({ length: 400 }, (_, n) => catalogRecord({ id: `p${n}`, title: `P ${n}`, price: 10 }));
    await importRecords(shop.db, records);
    const preview = await previewBulkChange(shop.db, all, tenPercentMore);
    expect(preview).toMatchObject({ changed: 400, unchanged: 0, skipped: { count: 0 }, warnings: [] });
    expect(preview.rows).toHaveLength(50);
    expect(preview.rows[0]).toMatchObject({ fields: { price: { before: "10.00", after: "11.00" } } });
    const apply = () => applyBulkChange(shop, all, tenPercentMore, { seen: preview.seen, actor });
    expect(await apply()).toMatchObject({ outcome: "applied", changed: 400, conflicts: { count: 0 } });
    expect(await apply()).toMatchObject({ outcome: "applied", changed: 0, conflicts: { count: 400 } });
    const prices = await shop.db.selectFrom("products").select("priceCents").distinct().execute();
    expect(prices).toEqual([{ priceCents: 1100 }]);
    const [change] = await readChanges(shop.db, { kind: "product", subject: "p7", limit: 1 });
    expect(change).toMatchObject({ actor, action: "edited", fields: { price: { before: "10.00", after: "11.00" } } });
    expect(await shop.db.selectFrom("priceHistory").select("id").where("priceCents", "=", 1100).execute()).toHaveLength(
      400,
    );
  });

  test("a product that someone changed since the preview is skipped and named; its stock may change", async () => {
    const { shop } = await openTestShop(engine);
    const ids = ["coffee", "tea", "mug"];
    await importRecords(
      shop.db,
      ids.map((id) => catalogRecord({ id, title: id, price: 10, stock: 50 })),
    );
    const { seen } = await previewBulkChange(shop.db, all, tenPercentMore);
    await changeStock(shop, "coffee", { by: 5 }, actor);
    const tea: BulkSelection = { isArchived: false, numbers: [await numberOf("tea")], criteria: {} };
    await applyTo(tea, { kind: "addTag", tag: "new" });
    expect(await applyBulkChange(shop, all, tenPercentMore, { seen, actor })).toMatchObject({
      changed: 2,
      conflicts: { count: 1, first: [{ id: "tea", reason: "Changed since the preview" }] },
    });
    const rows = await shop.db.selectFrom("products").select(["id", "priceCents", "stock"]).orderBy("id").execute();
    expect(rows).toEqual([
      { id: "coffee", priceCents: 1100, stock: 55 },
      { id: "mug", priceCents: 1100, stock: 50 },
      { id: "tea", priceCents: 1000, stock: 50 },
    ]);
    const { seen: seenFew } = await previewBulkChange(shop.db, { ...all, criteria: { text: "mug" } }, tenPercentMore);
    expect(await applyBulkChange(shop, all, tenPercentMore, { seen: seenFew, actor })).toEqual({ outcome: "stale" });

    async function numberOf(id: string) {
      return (await shop.db.selectFrom("products").select("number").where("id", "=", id).executeTakeFirstOrThrow())
        .number;
    }
    async function applyTo(selection: BulkSelection, change: BulkChange) {
      const { seen } = await previewBulkChange(shop.db, selection, change);
      return applyBulkChange(shop, selection, change, { seen, actor });
    }
  });

  test("previews warn of price 0 and large changes, and name the sale of what is on sale", async () => {
    const { shop } = await openTestShop(engine);
    const prices = { cheap: 0.4, coffee: 10, claimed: 20, reduced: 30 };
    await importRecords(
      shop.db,
      Object.entries(prices).map(([id, price]) => catalogRecord({ id, title: id, price })),
    );
    await shop.db.updateTable("products").set({ compareAtCents: 2500 }).where("id", "=", "claimed").execute();
    await scheduleSale(shop, "reduced", { saleCents: 2000, saleStartsAt: null, saleEndsAt: null }, actor);
    const preview = await previewBulkChange(shop.db, all, { kind: "price", hundredths: -1000, rounding: "units" });
    expect(preview.rows.map(({ id, fields }) => [id, fields.price?.after])).toEqual([
      ["cheap", "0.00"],
      ["claimed", "18.00"],
      ["reduced", "27.00"],
      ["coffee", "9.00"],
    ]);
    expect(preview.warnings.map(({ text }) => text)).toEqual([
      "The price becomes 0",
      "The compare-at price stays",
      "The former price that customers see is the lowest of the 30 days before",
      "On sale: the usual price changes, and the sale price stays until the sale ends",
    ]);
    expect(preview.skipped.count).toBe(0);
    const raise: BulkChange = { kind: "price", hundredths: 6000, rounding: "ninetyNine" };
    const nines = await previewBulkChange(shop.db, all, raise);
    expect(nines.rows.map(({ fields }) => fields.price?.after)).toEqual(["0.99", "15.99", "31.99", "47.99"]);
    expect(nines.warnings[0]).toEqual({ text: "The price changes by more than 50%", products: 4 });
    await applyBulkChange(shop, all, raise, { seen: nines.seen, actor });
    const [logged] = await readChanges(shop.db, { wholeActs: true, limit: 1 });
    expect(logged?.fields).toEqual({ what: { before: null, after: "price +60%, rounded to the nearest .99" } });
  });

  test("products get a category and tags, are archived and come back to their places", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      ["coffee", "tea"].map((id) => catalogRecord({ id, title: id, category: "groceries", tags: ["Hot"] })),
    );
    await importRecords(shop.db, [catalogRecord({ id: "soap", title: "Soap", category: "beauty", tags: [] })]);
    const read = () =>
      shop.db.selectFrom("products").select(["id", "category", "tags", "position"]).orderBy("position").execute();
    const apply = async (change: BulkChange, selection = all) => {
      const { seen } = await previewBulkChange(shop.db, selection, change);
      const outcome = await applyBulkChange(shop, selection, change, { seen, actor });
      return "changed" in outcome ? outcome.changed : outcome.outcome;
    };
    expect(await apply({ kind: "addTag", tag: "hot" })).toBe(1);
    expect(await apply({ kind: "addTag", tag: "New in" })).toBe(3);
    expect(await apply({ kind: "removeTag", tag: "HOT" })).toBe(3);
    expect((await read()).map(({ tags }) => tags)).toEqual(Array(3).fill('["New in"]'));
    expect(await apply({ kind: "category", slug: "beauty" })).toBe(2);
    const before = await read();
    expect(new Set(before.map(({ category }) => category))).toEqual(new Set(["beauty"]));
    expect(await apply({ kind: "category", slug: "gone" })).toBe(0);
    expect(await apply({ kind: "archive" })).toBe(3);
    expect(await read()).toEqual([]);
    expect(await apply({ kind: "unarchive" }, { isArchived: true, criteria: {} })).toBe(3);
    expect(await read()).toEqual(before);
    const [change] = await readChanges(shop.db, { kind: "product", subject: "tea", limit: 1 });
    expect(change).toMatchObject({ action: "unarchived", actor });
  });

  test("archived products are deleted for good, except those that were ordered lately, and nothing offers to undo it", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      ["coffee", "tea"].map((id) => catalogRecord({ id, title: id })),
    );
    const uid = await registerVerified(shop);
    await tryToOrder(shop.db, uid, orderOf([["coffee", 1]]));
    for (const id of ["coffee", "tea"]) await archiveProduct(shop, id, actor);
    const archive: BulkSelection = { isArchived: true, criteria: {} };
    const preview = await previewBulkChange(shop.db, archive, { kind: "delete" });
    expect(preview).toMatchObject({ changed: 1, warnings: [{ text: "Deleting can't be undone", products: 1 }] });
    expect(preview.skipped.first).toMatchObject([{ id: "coffee", reason: expect.stringContaining("ordered") }]);
    const remove = () => applyBulkChange(shop, archive, { kind: "delete" }, { seen: preview.seen, actor });
    expect(await Promise.all([remove(), remove()])).toContainEqual(expect.objectContaining({ changed: 1 }));
    expect(await readAnyProduct(shop.db, "tea")).toBeUndefined();
    expect((await readAnyProduct(shop.db, "coffee"))?.status).toBe("archived");
    const [change] = await readChanges(shop.db, { kind: "product", subject: "tea", limit: 1 });
    expect(change).toMatchObject({ action: "deleted", actor, act: null });

    const later = { ...shop, now: () => new Date(Date.now() + 91 * 24 * 60 * 60_000) };
    const { seen } = await previewBulkChange(shop.db, archive, { kind: "delete" }, later.now().getTime());
    expect(await applyBulkChange(later, archive, { kind: "delete" }, { seen, actor })).toMatchObject({ changed: 1 });
    expect(await shop.db.selectFrom("orderLines").select("title").execute()).toEqual([{ title: "coffee" }]);
  });
});

test.each([
  ["10", 1000],
  [" +7,25 % ", 725],
  ["−12.5", -1250],
  ["-99", -9900],
  ["-100", undefined],
  ["0", undefined],
  ["1001", undefined],
  ["1e2", undefined],
  ["", undefined],
  ["9".repeat(500_000), undefined],
])("a percentage typed as %.20s is %s hundredths of a percent", (text, hundredths) => {
  expect(readPriceChange(text)).toBe(hundredths);
});

test("a tag is one word or several, without a comma", () => {
  expect([readTag(" New in "), readTag("a, b"), readTag(""), readTag("x".repeat(101))]).toEqual([
    "New in",
    undefined,
    undefined,
    undefined,
  ]);
});
