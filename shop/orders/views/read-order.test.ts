import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { register } from "../../../tests/support/customers.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { orderOf } from "../../../tests/support/orders.ts";
import { placeOrder } from "../../checkout/place-order.ts";
import { readIdempotencyKey } from "../../checkout/placed-order.ts";
import { UnpaidLimitError } from "../../checkout/unpaid-orders.ts";
import { readLastPurchase, readOrderList, readOrderPage, readOrders } from "./read-order.ts";

forEachEngine((_, engine) => {
  test("customers turn the pages of their own orders, ten a page, newest first", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(db, [catalogRecord({ stock: 100 }), catalogRecord({ id: "tea", title: "Tea" })]);
    const nothing = { orders: [], total: 0, page: 1, pages: 1 };
    expect(await readOrderPage(db, ada, 3)).toEqual(nothing);
    expect(await readLastPurchase(db, ada)).toBeUndefined();
    const numbers: string[] = [];
    // Two a minute: of those, the one that was placed later comes first.
    for (let index = 0; index < 11; index++) {
      const placedAt = new Date(Date.UTC(2026, 10, 20, 12, Math.floor(index / 2)));
      const form = orderOf([
        ["coffee", index + 1],
        ["tea", 1],
      ]);
      numbers.unshift(await placeOrder(db, ada, form, placedAt));
    }
    const read = async (page: number) => {
      const { orders, ...rest } = await readOrderPage(db, ada, page);
      return { ...rest, orders: orders.map(({ orderNumber }) => orderNumber) };
    };
    expect(await read(1)).toEqual({ orders: numbers.slice(0, 10), total: 11, page: 1, pages: 2 });
    const last = { orders: numbers.slice(10), total: 11, page: 2, pages: 2 };
    expect(await read(2)).toEqual(last);
    expect(await read(3)).toEqual(last);
    const { orders } = await readOrderPage(db, ada, 2);
    expect(orders).toMatchObject([
      {
        totalCents: 1900,
        lines: [{ productId: "coffee", quantity: 1 }, { title: "Tea" }],
      },
    ]);
    for (const hidden of ["id", "events"]) expect(orders[0]).not.toHaveProperty(hidden);
    expect(await readLastPurchase(db, ada)).toMatchObject({ orderNumber: numbers[0] });
    expect(await readOrderPage(db, bob, 1)).toEqual(nothing);
  });

  test("an owner reads everybody's orders, of one state or all, part by part", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(db, [catalogRecord({ stock: 100 })]);
    const noon = new Date("2026-11-20T12:00:00Z");
    const place = (uid: string, provider?: string) => placeOrder(db, uid, orderOf([["coffee", 1]]), noon, provider);
    const [first, unpaid, third] = [await place(ada), await place(bob, "stripe"), await place(bob)];
    const numbersOf = (orders: { orderNumber: string }[]) => orders.map(({ orderNumber }) => orderNumber);
    expect(numbersOf(await readOrders(db))).toEqual([third, unpaid, first]);
    expect(await readOrders(db, "awaiting-payment")).toMatchObject([{ orderNumber: unpaid, email: "bob@example.com" }]);
    const part = await readOrderList(db, { limit: 2 });
    expect(numbersOf(part.orders)).toEqual([third, unpaid]);
    const rest = await readOrderList(db, { limit: 2, after: part.end });
    expect(numbersOf(rest.orders)).toEqual([first]);
    expect(await readOrderList(db, { limit: 2, after: rest.end })).toEqual({ orders: [], end: undefined });
  });

  test("a customer with five unpaid orders can't place another; paid orders and other customers' don't count", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(db, [catalogRecord({ stock: 100 })]);
    const form = () => orderOf([["coffee", 1]]);
    await placeOrder(db, ada, form(), shop.now());
    for (const uid of [ada, ada, ada, ada, bob]) await placeOrder(db, uid, form(), shop.now(), "stripe");
    const fifth = form();
    const unpaid = await placeOrder(db, ada, fifth, shop.now(), "stripe");
    await expect(placeOrder(db, ada, form(), shop.now(), "stripe")).rejects.toThrow(UnpaidLimitError);
    expect(await placeOrder(db, ada, fifth, shop.now(), "stripe")).toBe(unpaid);
    await placeOrder(db, bob, form(), shop.now(), "stripe");
    expect(await readIdempotencyKey(db, ada, unpaid)).toBe(fifth.checkoutKey);
    expect(await readIdempotencyKey(db, bob, unpaid)).toBeUndefined();
  });
});
