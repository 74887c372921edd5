import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderDetailsOf, orderEventOf, orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { setDelivery } from "../../tests/support/set-delivery.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import { refundOrder } from "../orders/payment/refund.ts";
import { staff } from "../orders/state/events.ts";
import { addUp, sumRows } from "../orders/sums.ts";
import { type OrderDetails, readCustomersOrder } from "../orders/views/read-order.ts";
import { receiptDetails } from "../orders/views/receipt.ts";
import type { Shop } from "../shop.ts";
import { AccountDeletedError } from "./insert-order.ts";
import { CartOutdatedError, placeOrder } from "./place-order.ts";
import { IdempotencyConflictError } from "./placed-order.ts";

const now = new Date("2026-11-20T23:30:00Z");

/** A product's stock and what the shop says of it. */
async function shelf({ db }: Shop, id: string) {
  const product = await readProduct(db, id);
  return product && [product.stock, product.availabilityStatus];
}

async function ordersOf({ db }: Shop) {
  const orders = await db.selectFrom("orders").selectAll().execute();
  return { orders, lines: await db.selectFrom("orderLines").selectAll().execute() };
}

forEnginesInTurns((_, engine) => {
  test("an order is saved with the catalog's titles, pictures, brands and prices, in the cart's order", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [
      catalogRecord({ id: "a", title: "Æbler", price: 0.1, brand: null }),
      catalogRecord({ id: "b", title: "Tea", price: 0.2 }),
      catalogRecord({ id: "c", title: "Sofa", price: 1299.95, thumbnail: "https://cdn.example.com/sofa.jpg" }),
    ]);
    const form = orderOf([
      ["c", 3, 129_995],
      ["a", 1, 10],
      ["b", 1, 20],
    ]);
    const orderNumber = await placeOrder(shop.db, userId, form, now);
    expect(orderNumber).toMatch(/^[A-Z0-9]{10}$/);
    const brand = "Bakklandet";
    const thumbnail = "/pictures/coffee.svg";
    const without = { discountCents: 0, vatBasisPoints: null, options: null, sku: null };
    const placed = orderDetailsOf({
      orderNumber,
      ...addUp([{ priceCents: 390_015, quantity: 1 }], {}),
      createdAt: now.getTime(),
      events: [orderEventOf("paid", { createdAt: now.getTime(), amountCents: 390_015 })],
      lines: [
        {
          ...{ productId: "c", title: "Sofa", priceCents: 129_995, quantity: 3, brand, ...without },
          thumbnail: "https://cdn.example.com/sofa.jpg",
        },
        { productId: "a", title: "Æbler", priceCents: 10, quantity: 1, brand: null, thumbnail, ...without },
        { productId: "b", title: "Tea", priceCents: 20, quantity: 1, brand, thumbnail, ...without },
      ],
    });
    expect(await readCustomersOrder(shop.db, userId, orderNumber)).toEqual(placed);
  });

  test("an order is charged the delivery that its shopper saw, keeps it, and is paid back with it", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord()]);
    const before = await placeOrder(shop.db, userId, orderOf([["coffee", 1]]), now);
    await setDelivery(shop, { price: "4.90", freeFrom: "50", days: "5" });
    const unseen = orderOf([["coffee", 2]]);
    const refusal = await placeOrder(shop.db, userId, unseen, now).catch((error) => error);
    expect(refusal).toMatchObject({
      problems: [],
      sums: { seen: { deliveryCents: 0 }, current: { deliveryCents: 490 } },
    });
    expect(await shelf(shop, "coffee")).toEqual([39, "In Stock"]);
    const form = { ...unseen, deliveryCents: 490 };
    const number = await placeOrder(shop.db, userId, form, now);
    const whole = await placeOrder(shop.db, userId, orderOf([["coffee", 6]]), now);
    await setDelivery(shop, { price: "9" });
    expect(await placeOrder(shop.db, userId, form, now)).toBe(number);
    await expect(placeOrder(shop.db, userId, { ...form, deliveryCents: 900 }, now)).rejects.toThrow(
      IdempotencyConflictError,
    );
    const sums = async (orderNumber: string) => {
      const receipt = (await readCustomersOrder(shop.db, userId, orderNumber)) as OrderDetails;
      const { "Estimated delivery": day } = Object.fromEntries(
        receiptDetails(receipt, { timeZone: "Europe/Oslo", locale: "en" }),
      );
      return [...sumRows(receipt, "en").map(([, amount]) => amount), day];
    };
    expect(await sums(before)).toEqual(["$9.50", "Free shipping", "$9.50", "24 November 2026"]);
    expect(await sums(number)).toEqual(["$19.00", "$4.90", "$23.90", "26 November 2026"]);
    expect(await sums(whole)).toEqual(["$57.00", "Free shipping", "$57.00", "26 November 2026"]);
    const wish = { reason: "A dent", actor: staff("owner") };
    await expect(refundOrder(shop, number, { ...wish, amountCents: 2391 })).rejects.toThrow(
      "You can refund up to $23.90",
    );
    expect(await refundOrder(shop, number, wish)).toEqual({
      amountCents: 2390,
      currency: "USD",
      state: "settled",
      provider: "manual",
    });
  });

  test("a total is counted in cents: 0.10 and 0.20 are 0.30", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ id: "a", price: 0.1 }), catalogRecord({ id: "b", price: 0.2 })]);
    const form = orderOf([
      ["a", 1, 10],
      ["b", 1, 20],
    ]);
    await placeOrder(shop.db, userId, form, now);
    expect((await ordersOf(shop)).orders).toMatchObject([{ userId, totalCents: 30 }]);
  });

  test("the stock goes down, and what the shop says of it follows", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [
      catalogRecord({ id: "six", stock: 6 }),
      catalogRecord({ id: "one", stock: 1, availabilityStatus: "Low Stock" }),
      catalogRecord({ id: "many", stock: 40 }),
      catalogRecord({ id: "untouched", stock: 3 }),
    ]);
    const form = orderOf([
      ["six", 1],
      ["one", 1],
      ["many", 30],
    ]);
    await placeOrder(shop.db, userId, form, now);
    expect(await shelf(shop, "six")).toEqual([5, "Low Stock"]);
    expect(await shelf(shop, "one")).toEqual([0, "Out of Stock"]);
    expect(await shelf(shop, "many")).toEqual([10, "In Stock"]);
    expect(await shelf(shop, "untouched")).toEqual([3, "In Stock"]);
  });

  test("the catalog's availability status is kept until an order changes the stock", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 99, availabilityStatus: "Low Stock" })]);
    expect(await shelf(shop, "coffee")).toEqual([99, "Low Stock"]);
    await placeOrder(shop.db, userId, orderOf([["coffee", 1]]), now);
    expect(await shelf(shop, "coffee")).toEqual([98, "In Stock"]);
  });

  test("every line that can't be ordered is named, in the cart's order, and nothing is changed", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [
      catalogRecord({ id: "fine", stock: 6 }),
      catalogRecord({ id: "short", title: "Short", stock: 2, availabilityStatus: "Low Stock" }),
      catalogRecord({ id: "dearer", title: "Dearer", price: 10 }),
      catalogRecord({ id: "both", title: "Both", price: 8, stock: 1 }),
      catalogRecord({ id: "empty", title: "Empty", stock: 0, availabilityStatus: "Out of Stock" }),
      catalogRecord({ id: "held-back", title: "Held back", stock: 9, availabilityStatus: "Out of Stock" }),
    ]);
    const everything = await shop.db.selectFrom("products").selectAll().orderBy("id").execute();
    const form = orderOf([
      ["short", 3],
      ["fine", 5],
      ["held-back", 1],
      ["unheard-of", 1],
      ["dearer", 2],
      ["both", 2],
      ["empty", 1],
    ]);
    const refusal = await placeOrder(shop.db, userId, form, now).catch((error) => error);
    expect(refusal).toBeInstanceOf(CartOutdatedError);
    expect(refusal.problems).toEqual([
      { id: "short", kind: "stock", title: "Short", priceCents: 950, stock: 2 },
      { id: "held-back", kind: "soldOut", title: "Held back" },
      { id: "unheard-of", kind: "gone" },
      { id: "dearer", kind: "price", title: "Dearer", priceCents: 1000, stock: 40 },
      { id: "both", kind: "price", title: "Both", priceCents: 800, stock: 1 },
      { id: "empty", kind: "soldOut", title: "Empty" },
    ]);
    // 3 × 9.50 + 5 × 9.50 + … as seen, then 2 × 9.50 + 5 × 9.50 + 2 × 10 + 8
    const { seen, current, lines } = refusal.sums;
    expect([seen.totalCents, current.totalCents]).toEqual([14_250, 9450]);
    const pieces = (quantity: number, priceCents: number) => ({ quantity, priceCents });
    expect(lines).toEqual([
      { id: "short", seen: pieces(3, 950), current: pieces(2, 950) },
      { id: "held-back", seen: pieces(1, 950), current: null },
      { id: "unheard-of", seen: pieces(1, 950), current: null },
      { id: "dearer", seen: pieces(2, 950), current: pieces(2, 1000) },
      { id: "both", seen: pieces(2, 950), current: pieces(1, 800) },
      { id: "empty", seen: pieces(1, 950), current: null },
    ]);
    expect(await shop.db.selectFrom("products").selectAll().orderBy("id").execute()).toEqual(everything);
    expect(await ordersOf(shop)).toEqual({ orders: [], lines: [] });
  });

  test.each([
    ["price is higher", { price: 9.51 }, 1],
    ["price is lower", { price: 9.49 }, 1],
    ["stock is one short", { stock: 2 }, 3],
    ["status is Out of Stock", { availabilityStatus: "Out of Stock" }, 1],
  ])("a product whose %s is not ordered", async (_, changes, quantity) => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord(changes)]);
    expect(await tryToOrder(shop.db, userId, orderOf([["coffee", quantity]]))).toHaveLength(1);
    expect((await ordersOf(shop)).orders).toEqual([]);
  });

  test("after problems the same key can be used for the reconciled cart", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 2 })]);
    const key = randomUUID();
    expect(await tryToOrder(shop.db, userId, orderOf([["coffee", 3]], key))).toMatchObject([
      { kind: "stock", stock: 2 },
    ]);
    expect(await tryToOrder(shop.db, userId, orderOf([["coffee", 2]], key))).toEqual(expect.any(String));
    expect(await shelf(shop, "coffee")).toEqual([0, "Out of Stock"]);
  });

  test("an order that is placed again with its key stays one order, even when the price has changed since", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
    const form = orderOf([["coffee", 2]]);
    const orderNumber = await placeOrder(shop.db, userId, form, now);
    await importRecords(shop.db, [catalogRecord({ stock: 38, price: 20 })]);
    expect(await placeOrder(shop.db, userId, form, new Date())).toBe(orderNumber);
    const { orders, lines } = await ordersOf(shop);
    expect([orders.length, lines.length]).toEqual([1, 1]);
    expect(orders).toMatchObject([{ createdAt: now.getTime(), totalCents: 1900 }]);
    expect(await shelf(shop, "coffee")).toEqual([38, "In Stock"]);
  });

  test("an order that is placed again with its key and other contents is not placed, and changes nothing", async () => {
    const { shop } = await openTestShop(engine);
    const userId = await register(shop);
    await importRecords(shop.db, [catalogRecord({ id: "a" }), catalogRecord({ id: "b", title: "B" })]);
    const form = orderOf([
      ["a", 1],
      ["b", 2],
    ]);
    const orderNumber = await placeOrder(shop.db, userId, form, now);
    const before = await ordersOf(shop);
    expect(await placeOrder(shop.db, userId, { ...form, lines: form.lines.toReversed() }, now)).toBe(orderNumber);
    const changed = { ...form, billingAddress: "Nygata 2, 0159 Oslo" };
    const error = await placeOrder(shop.db, userId, changed, now).catch((error) => error);
    expect(error).toBeInstanceOf(IdempotencyConflictError);
    expect(error.message).toContain(orderNumber);
    const lines = [
      { id: "a", quantity: 1 },
      { id: "b", quantity: 2 },
    ];
    expect(error.placed).toEqual({ orderNumber, lines });
    expect(await ordersOf(shop)).toEqual(before);
    expect(await shelf(shop, "a")).toEqual([39, "In Stock"]);
  });

  test("two customers may use the same key", async () => {
    const { shop } = await openTestShop(engine);
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
    const form = orderOf([["coffee", 1]]);
    const first = await placeOrder(shop.db, ada, form, now);
    const second = await placeOrder(shop.db, bob, form, now);
    expect(second).not.toBe(first);
    expect(await placeOrder(shop.db, bob, form, now)).toBe(second);
    expect((await ordersOf(shop)).orders.map(({ userId }) => userId)).toEqual([ada, bob]);
    expect(await shelf(shop, "coffee")).toEqual([38, "In Stock"]);
  });

  test("an order of an unknown customer is not saved", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 40 })]);
    const placing = placeOrder(shop.db, "unknown", orderOf([["coffee", 1]]), now);
    await expect(placing).rejects.toThrow(AccountDeletedError);
    expect(await shelf(shop, "coffee")).toEqual([40, "In Stock"]);
  });

  // Security: 4.2.1
  test("a receipt stays as it was when the catalog changes, and only its customer can read it", async () => {
    const { shop } = await openTestShop(engine);
    const [ada, bob] = [await register(shop), await register(shop, { email: "bob@example.com" })];
    await importRecords(shop.db, [catalogRecord()]);
    const orderNumber = await placeOrder(shop.db, ada, orderOf([["coffee", 1]]), now);
    const receipt = await readCustomersOrder(shop.db, ada, orderNumber);
    await importRecords(shop.db, [catalogRecord({ id: "tea", title: "Tea" })], { replace: true });
    expect(await readCustomersOrder(shop.db, ada, orderNumber)).toEqual(receipt);
    expect(receipt?.lines).toMatchObject([{ title: "Filter Coffee", priceCents: 950 }]);
    expect(await readCustomersOrder(shop.db, bob, orderNumber)).toBeUndefined();
    expect(await readCustomersOrder(shop.db, ada, "AAAAAAAAAA")).toBeUndefined();
  });
});
