import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../../tests/support/orders.ts";
import { readChanges } from "../../changes/change-log.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { changeStock, putBack, readStockChange, StockError } from "./change-stock.ts";

forEachEngine((_, engine) => {
  test("twenty orders while twenty pieces are added one by one: none is lost, and lists are right", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    // One piece more or less changes what the shop says of it.
    await importRecords(shop.db, [
      catalogRecord({ stock: 6 }),
      catalogRecord({ id: "tea", stock: 3, availabilityStatus: "Low Stock" }),
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => [
        tryToOrder(shop.db, userId, orderOf([["coffee", 1]])),
        changeStock(shop, "coffee", { by: 1 }, "ada@example.com"),
      ]).flat(),
    );
    const placed = outcomes.filter((outcome) => typeof outcome === "string").length;
    expect(placed).toBeGreaterThanOrEqual(6);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 26 - placed, availabilityStatus: "In Stock" });
    const { products } = await readProductPage(shop.db, { filters: ["inStock"], sort: "name", page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee"]);
  });

  test("a stock change returns the stock before and after and is logged; an invalid one changes nothing", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await importRecords(db, [catalogRecord({ stock: 6 })]);
    const change = (text: string, id = "coffee") =>
      changeStock(shop, id, readStockChange(text) ?? { by: 0 }, "ada@example.com").catch((error) => {
        expect(error).toBeInstanceOf(StockError);
        return error.message;
      });
    const stock = async () => {
      const { stock, availabilityStatus } = (await readProduct(db, "coffee")) ?? {};
      return [stock, availabilityStatus];
    };
    expect(await change("-6")).toEqual({ before: 6, after: 0 });
    expect(await stock()).toEqual([0, "Out of Stock"]);
    expect(await change("-1")).toBe("Only 0 of coffee in stock");
    expect(await change("=1000000001")).toBe("Stock of coffee can't exceed 1000000000");
    for (const id of ["tea", "\0"]) expect(await change("+1", id)).toBe(`Product ${id} not found`);
    expect(await change("=0")).toEqual({ before: 0, after: 0 });
    expect(await change("=1000000000")).toEqual({ before: 0, after: 1_000_000_000 });
    expect(await stock()).toEqual([1_000_000_000, "In Stock"]);
    const entry = { actor: "ada@example.com", kind: "product", subject: "coffee", action: "edited" };
    const [newest, oldest, ...others] = (await readChanges(db, { limit: 9 })).filter(
      ({ actor }) => actor === entry.actor,
    );
    expect([oldest, newest, others]).toMatchObject([
      { ...entry, fields: { stock: { before: 6, after: 0 } } },
      { ...entry, fields: { stock: { before: 0, after: 1_000_000_000 } } },
      [],
    ]);
  });

  test("returned pieces can be bought again; products that left the catalog are skipped", async () => {
    const { db } = (await openTestShop(engine)).shop;
    const soldOut = { stock: 0, availabilityStatus: "Out of Stock" };
    await importRecords(db, [catalogRecord(soldOut), catalogRecord({ id: "tea", ...soldOut })]);
    const lines = [
      { productId: "tea", quantity: 2 },
      { productId: "gone", quantity: 1 },
      { productId: "coffee", quantity: 7 },
    ];
    await db.transaction().execute((trx) => putBack(trx, lines));
    expect(await readProduct(db, "tea")).toMatchObject({ stock: 2, availabilityStatus: "Low Stock" });
    expect(await readProduct(db, "coffee")).toMatchObject({ stock: 7, availabilityStatus: "In Stock" });
    const { products } = await readProductPage(db, { filters: ["inStock"], page: 1 });
    expect(products.map(({ id }) => id)).toEqual(["coffee"]);
  });
});

test.for([
  ["+5", { by: 5 }],
  ["-2", { by: -2 }],
  ["=10", { to: 10 }],
  [" =0\n", { to: 0 }],
  ["5", { to: 5 }],
  [" 0010 ", { to: 10 }],
  ["1.5", undefined],
  ["5 pieces", undefined],
  ["+", undefined],
  ["+ 5", undefined],
  ["+5 pieces", undefined],
  ["about +5", undefined],
  ["+-5", undefined],
  ["=1.5", undefined],
  ["*5", undefined],
  ["", undefined],
] as const)("of a stock, %j is read as %j", ([text, change]) => {
  expect(readStockChange(text)).toEqual(change);
});
