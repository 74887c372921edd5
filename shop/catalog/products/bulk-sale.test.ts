import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { addCategory } from "../categories/change-category.ts";
import { countFoundProducts, findProducts } from "../lists/find-products.ts";
import { readPriceHistories } from "../pricing/price-history.ts";
import { readSaleTimes } from "../pricing/sale-form.ts";
import { runDueSales } from "../pricing/sales.ts";
import type { BulkChange } from "./bulk-change.ts";
import { applyBulkChange, type BulkSelection, previewBulkChange } from "./bulk-products.ts";
import type { BulkSale } from "./bulk-sale.ts";

const actor = "ada@example.com";
const all: BulkSelection = { isArchived: false, criteria: {} };
const hour = 60 * 60_000;
const start = Date.UTC(2026, 10, 27);

async function numbersOf(db: Database) {
  const rows = await db.selectFrom("products").select(["id", "number"]).execute();
  return Object.fromEntries(rows.map(({ id, number }) => [id, number])) as Record<"coffee" | "tea", number>;
}

function sale(changes: Partial<BulkSale> = {}): BulkSale {
  return {
    kind: "sale",
    off: { hundredths: 2000 },
    rounding: "cents",
    startsAt: null,
    endsAt: null,
    replaces: false,
    ...changes,
  };
}

forEachEngine((_, engine) => {
  async function openShop(prices: Record<string, number>) {
    const { shop } = await openTestShop(engine);
    await importRecords(
      shop.db,
      Object.entries(prices).map(([id, price]) => catalogRecord({ id, title: id, price, discountPercentage: 0 })),
    );
    const at = (time: number) => ({ ...shop, now: () => new Date(time) });
    const apply = async (change: BulkChange, { time = start, selection = all } = {}) => {
      const { seen } = await previewBulkChange(shop.db, selection, change, time);
      return applyBulkChange(at(time), selection, change, { seen, actor });
    };
    const priceOf = async () => {
      const rows = await shop.db.selectFrom("products").select(["id", "priceCents"]).orderBy("id").execute();
      return Object.fromEntries(rows.map(({ id, priceCents }) => [id, Number(priceCents)]));
    };
    return { shop, db: shop.db, at, apply, priceOf };
  }

  test("a sale of a selection starts and ends at its times, with its history and log, and the usual prices return", async () => {
    const { db, at, apply, priceOf } = await openShop({ coffee: 10, tea: 4.99 });
    const planned = sale({ startsAt: start + hour, endsAt: start + 2 * hour });
    const preview = await previewBulkChange(db, all, planned, start);
    expect(preview).toMatchObject({ changed: 2, warnings: [], skipped: { count: 0 } });
    expect(preview.rows[0]?.fields).toMatchObject({ salePrice: { before: null, after: "8.00" } });
    expect(await apply(planned)).toMatchObject({ changed: 2 });
    expect(await priceOf()).toEqual({ coffee: 1000, tea: 499 });
    expect(await runDueSales(at(start + hour))).toBe(start + 2 * hour);
    expect(await priceOf()).toEqual({ coffee: 800, tea: 399 });
    await runDueSales(at(start + 2 * hour));
    expect(await priceOf()).toEqual({ coffee: 1000, tea: 499 });
    const history = (await readPriceHistories(db, ["coffee"])).get("coffee");
    expect(history?.map(({ priceCents }) => Number(priceCents))).toEqual([1000, 800, 1000]);
    const changes = await readChanges(db, { kind: "product", subject: "coffee", limit: 3 });
    expect(changes.map(({ actor }) => actor)).toEqual(["shop", "shop", actor]);
  });

  test("the preview shows the former price that the shop then does: the lowest of the 30 days before", async () => {
    const { shop, db, apply } = await openShop({ coffee: 10 });
    const day = 24 * hour;
    const base = shop.now().getTime() + day;
    await apply({ kind: "price", hundredths: -2000, rounding: "cents" }, { time: base });
    await apply({ kind: "price", hundredths: 2500, rounding: "cents" }, { time: base + day });
    const planned = sale({ off: { hundredths: 3000 } });
    for (const startsAt of [null, base + 3 * day]) {
      const { rows, warnings } = await previewBulkChange(db, all, { ...planned, startsAt }, base + 2 * day);
      expect(rows[0]?.pays?.at(-1)).toMatchObject({ priceCents: 700, compareAtCents: 1000 });
      expect(rows[0]?.formerCents).toBe(800);
      expect(warnings[0]?.text).toContain("lowest of the 30 days before");
    }
    const none = await previewBulkChange(db, all, sale({ off: { hundredths: 1000 } }), base + 2 * day);
    expect(none.rows[0]?.formerCents).toBeNull();
    expect(none.warnings[0]?.text).toContain("no former price");
    await apply(planned, { time: base + 2 * day });
    expect(await db.selectFrom("products").select(["priceCents", "formerCents"]).execute()).toEqual([
      { priceCents: 700, formerCents: 800 },
    ]);
  });

  test("a sale that starts now reduces prices at once, and ends for all together; scheduled ones are cancelled", async () => {
    const { db, apply, priceOf } = await openShop({ coffee: 10, tea: 4.99 });
    await apply(sale({ off: { cents: 150 }, rounding: "ninetyNine" }));
    expect(await priceOf()).toEqual({ coffee: 899, tea: 399 });
    const former = await db.selectFrom("products").select("formerCents").where("id", "=", "coffee").executeTakeFirst();
    expect(Number(former?.formerCents)).toBe(1000);
    expect(await apply({ kind: "endSale" }, { time: start + hour })).toMatchObject({ changed: 2 });
    expect(await priceOf()).toEqual({ coffee: 1000, tea: 499 });
    await apply(sale({ startsAt: start + 9 * hour }));
    expect(await apply({ kind: "endSale" })).toMatchObject({ changed: 2 });
    expect(await apply({ kind: "endSale" })).toMatchObject({ changed: 0 });
    expect(await db.selectFrom("products").select("id").where("saleCents", "is not", null).execute()).toEqual([]);
  });

  test("sales that are on or scheduled are replaced and get another end, by their usual prices", async () => {
    const { shop, db, apply, priceOf } = await openShop({ coffee: 10, tea: 5, water: 1 });
    const { coffee, tea } = await numbersOf(db);
    const only = (...numbers: number[]) => ({ selection: { ...all, numbers } });
    await apply(sale(), only(coffee));
    await apply(sale({ startsAt: start + hour }), only(tea));
    const half = sale({ off: { hundredths: 5000 }, replaces: true });
    const preview = await previewBulkChange(db, all, half, start);
    expect(preview.warnings).toEqual([{ text: "This sale replaces another", products: 2 }]);
    expect(await apply(half)).toMatchObject({ changed: 3 });
    expect(await priceOf()).toEqual({ coffee: 500, tea: 250, water: 50 });
    expect((await previewBulkChange(db, all, half, start)).unchanged, "the same sale again").toBe(3);
    await apply({ kind: "endSale" }, only(coffee));

    const searched = await findProducts(db, { hasSale: true, sort: "title", limit: 1 });
    expect(searched.products.map(({ id, saleCents }) => [id, Number(saleCents)])).toEqual([["tea", 250]]);
    expect(await countFoundProducts(db, { hasSale: true })).toBe(2);
    const onSale = { selection: { isArchived: false, criteria: { hasSale: true } } };
    expect(await apply({ kind: "saleEnd", endsAt: start }, onSale)).toMatchObject({
      changed: 0,
      skipped: { count: 2 },
    });
    expect(await apply({ kind: "saleEnd", endsAt: start + hour }, onSale)).toMatchObject({ changed: 2 });
    await runDueSales({ ...shop, now: () => new Date(start + hour) });
    expect(await priceOf()).toEqual({ coffee: 1000, tea: 500, water: 100 });
  });

  test("what has another sale, or would cost nothing or no less, is named and stays as it is", async () => {
    const { db, apply, priceOf } = await openShop({ coffee: 10, free: 0.01, tea: 4 });
    const reasons = async (change: BulkSale) =>
      (await previewBulkChange(db, all, change, start)).skipped.first.map(({ id, reason }) => [id, reason]);
    expect(await reasons(sale({ off: { cents: 400 } }))).toEqual([
      ["free", "The sale price would be 0."],
      ["tea", "The sale price would be 0."],
    ]);
    expect(await reasons(sale({ off: { hundredths: 100 } }))).toEqual([["free", "The sale price wouldn't be lower."]]);
    expect((await previewBulkChange(db, all, sale({ off: { hundredths: 9000 } }), start)).warnings).toEqual([
      { text: "The price falls by more than 50%", products: 2 },
    ]);
    expect((await reasons(sale({ endsAt: start }))).map(([, reason]) => reason)).toEqual(
      Array(3).fill("The sale's end has passed."),
    );
    await apply(sale());
    expect((await reasons(sale())).slice(0, 1)).toEqual([["coffee", "It has another sale. Replace or end that one."]]);
    expect(await priceOf()).toEqual({ coffee: 800, free: 1, tea: 320 });
  });

  test("a sale of a category is also of those in it", async () => {
    const { shop, apply, priceOf } = await openShop({ soap: 5 });
    const fields = {
      description: "",
      picture: "",
      color: "",
      searchWords: "",
      withdrawalException: "",
      inMenu: "",
      kind: "category",
    } as const;
    await addCategory(shop, { ...fields, name: "Drinks", slug: "drinks", parent: "groceries" }, actor);
    await importRecords(shop.db, [
      catalogRecord({ id: "juice", price: 5, category: "drinks" }),
      catalogRecord({ id: "bread", price: 5, category: "groceries" }),
      catalogRecord({ id: "soap", price: 5, category: "beauty", discountPercentage: 0 }),
    ]);
    await apply(sale(), { selection: { isArchived: false, criteria: { category: "groceries" } } });
    expect(await priceOf()).toEqual({ juice: 400, bread: 400, soap: 500 });
  });
});

test.each([
  ["", "", { startsAt: null, endsAt: null }],
  ["2026-11-27 08:00", "2026-11-30", { startsAt: Date.UTC(2026, 10, 27, 7), endsAt: Date.UTC(2026, 10, 30, 23) }],
  ["27.11.2026 08:00", "30.11.2026", { startsAt: Date.UTC(2026, 10, 27, 7), endsAt: Date.UTC(2026, 10, 30, 23) }],
  ["soon", "", { field: "starts", error: expect.stringContaining("Use a day") }],
  ["", "2026-11-31", { field: "ends", error: expect.stringContaining("Use a day") }],
  ["2026-11-27", "2026-11-26", { field: "ends", error: "Choose a time after it starts" }],
  ["x".repeat(500_000), "", { field: "starts", error: expect.any(String) }],
])("a sale from %.20j to %.20j is read in the shop's time zone", (starts, ends, read) => {
  expect(readSaleTimes({ starts, ends }, "Europe/Oslo")).toEqual(read);
});
