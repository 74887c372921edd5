import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { connect, forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { runProcesses } from "../../tests/support/run-processes.ts";
import type { Shopping } from "../../tests/support/shopper-process.ts";
import { readProduct, readProductPage } from "../catalog/lists/read-products.ts";
import { readCatalogVersion } from "../changes/catalog-version.ts";
import type { Shop } from "../shop.ts";
import { placeOrder } from "./place-order.ts";
import { UnpaidLimitError } from "./unpaid-orders.ts";

async function countOrders({ db }: Shop) {
  const { orders } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow();
  return orders;
}

forEachEngine((_, engine) => {
  test("twenty simultaneous orders with one key are one order, and take the stock once", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
    const form = orderOf([["coffee", 3]]);
    const numbers = await Promise.all(Array.from({ length: 20 }, () => tryToOrder(shop.db, userId, form)));
    expect(new Set(numbers).size).toBe(1);
    expect(await countOrders(shop)).toBe(1);
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(37);
  });

  test("fifty simultaneous purchases of ten pieces: exactly ten succeed", async () => {
    const { shop } = await openTestShop(engine);
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, number) => tryToOrder(shop.db, number % 2 ? ada : bob, orderOf([["coffee", 1]]))),
    );
    const soldOut = [{ id: "coffee", kind: "soldOut", title: "Filter Coffee" }];
    expect(outcomes.filter((outcome) => typeof outcome === "string")).toHaveLength(10);
    expect(outcomes.filter((outcome) => typeof outcome !== "string")).toEqual(Array(40).fill(soldOut));
    expect(await countOrders(shop)).toBe(10);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 0, availabilityStatus: "Out of Stock" });
  });

  test("of twenty simultaneous unpaid orders of one customer on three connections, five are placed", async () => {
    const { shop } = await openTestShop(engine);
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
    const connections = [shop.db, connect(shop.settings).db, connect(shop.settings).db] as const;
    const placeUnpaid = (uid: string, number: number) =>
      placeOrder(connections[number % 3] ?? shop.db, uid, orderOf([["coffee", 1]]), shop.now(), "manual");
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => placeUnpaid(ada, number)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refusals).toEqual(Array(15).fill(expect.any(UnpaidLimitError)));
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(35);
    await placeUnpaid(bob, 0);
  });

  test("fifty-two purchases of ten pieces from four processes: exactly ten succeed", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    const script = new URL("../../tests/support/shopper-process.ts", import.meta.url);
    const shopping: Shopping = { location: shop.settings, userId, purchases: 13 };
    const got = await runProcesses<Shopping, number>(script, Array(4).fill(shopping));
    expect(got.reduce((sum, count) => sum + count)).toBe(10);
    expect(await countOrders(shop)).toBe(10);
    expect(await readProduct(shop.db, "coffee")).toMatchObject({ stock: 0, availabilityStatus: "Out of Stock" });
  });

  test("shoppers with the same products in opposite order all get them", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ id: "a", stock: 40 }), catalogRecord({ id: "b", stock: 40 })]);
    const carts = [
      orderOf([
        ["a", 1],
        ["b", 1],
      ]),
      orderOf([
        ["b", 1],
        ["a", 1],
      ]),
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, number) => {
        const { lines } = carts[number % 2] as (typeof carts)[number];
        return tryToOrder(shop.db, userId, { ...orderOf([]), lines });
      }),
    );
    expect(outcomes.filter((outcome) => typeof outcome !== "string")).toEqual([]);
    expect((await readProduct(shop.db, "a"))?.stock).toBe(0);
    expect((await readProduct(shop.db, "b"))?.stock).toBe(0);
  });

  test("orders that change what the shop says of the same products, in opposite order, all succeed, and lists are right", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    const ids = Array.from({ length: 24 }, (_, index) => `p${index}`);
    await importRecords(
      shop.db,
      ids.map((id) => catalogRecord({ id, stock: 15 })),
    );
    // Seven carts of each: what both have goes from plenty to few while the others are taken from too.
    const halves = [ids.slice(0, 16), ids.slice(8).toReversed()];
    const outcomes = await Promise.all(
      Array.from({ length: 7 }, () => halves).flatMap((pair) =>
        pair.map((half) => tryToOrder(shop.db, userId, orderOf(half.map((id) => [id, 1])))),
      ),
    );
    expect(outcomes.filter((outcome) => typeof outcome !== "string")).toEqual([]);
    const [inStock, lowStock] = await Promise.all(
      (["inStock", "lowStock"] as const).map((filter) =>
        readProductPage(shop.db, { filters: [filter], sort: "name", page: 1 }),
      ),
    );
    // Those in both halves have 1 piece left, the others 8.
    expect(inStock?.products.map(({ id }) => id)).toEqual([...ids.slice(0, 8), ...ids.slice(16)]);
    expect(lowStock?.products.map(({ id }) => id)).toEqual(ids.slice(8, 16));
  });

  test("an order gives the catalog another version when a product's availability changes, and only then", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 7 })]);
    const versions = [await readCatalogVersion(shop.db)];
    for (const quantity of [1, 1, 1, 4]) {
      await tryToOrder(shop.db, userId, orderOf([["coffee", quantity]]));
      versions.push(await readCatalogVersion(shop.db));
    }
    const changed = versions.slice(1).map((version, index) => version !== versions[index]);
    // 6, 5, 4 and no pieces are left.
    expect(changed).toEqual([false, true, false, true]);
  });
});
