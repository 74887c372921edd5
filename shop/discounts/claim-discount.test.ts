import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import type { DiscountShopping } from "../../tests/support/discount-process.ts";
import { setUpDiscount } from "../../tests/support/discounts.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { runProcesses } from "../../tests/support/run-processes.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import type { OrderForm } from "../checkout/order-form.ts";
import { CartOutdatedError, placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { changeOrder } from "../orders/change-order.ts";
import { sendOrder } from "../orders/fulfil-order.ts";
import { staff, system } from "../orders/state/events.ts";
import { sumRows } from "../orders/sums.ts";
import { readCustomersOrder } from "../orders/views/read-order.ts";
import type { Shop } from "../shop.ts";
import { checkDiscount } from "./check-discount.ts";
import { DiscountRefusedError, refusalMessage } from "./discount-refusal.ts";

const now = new Date("2026-11-20T12:00:00Z");

/** How often a code was used: as it counts itself, as its orders say, and as the orders that aren't cancelled say. */
async function usesOf({ db }: Shop, code = "SPRING") {
  const { id, uses } = await db
    .selectFrom("discounts")
    .select(["id", "uses"])
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  const claims = await db.selectFrom("discountUses").select("orderId").where("discountId", "=", id).execute();
  const orders = db.selectFrom("orders").select("id").where("discountCode", "=", code);
  const kept = await orders.where("state", "<>", "cancelled").execute();
  return [uses, claims.length, kept.length];
}

function withCode(changes: Partial<OrderForm> = {}): OrderForm {
  return { ...orderOf([["coffee", 1]]), discountCode: "SPRING", discountCents: 95, ...changes };
}

/** Why an order isn't placed, as its customer reads it. */
async function refusalOf(order: Promise<unknown>) {
  const error = await order.catch((error) => error);
  if (error instanceof DiscountRefusedError) return refusalMessage(error.refusal, { currency: "USD", locale: "en" });
  throw error;
}

async function openShopWithCoffee(engine: Parameters<typeof openTestShop>[0]) {
  const { shop } = await openTestShop(engine);
  const userId = await register(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 100 }), catalogRecord({ id: "cup", category: "kitchen" })]);
  return { shop, userId };
}

forEachEngine((_, engine) => {
  test("an order with a code keeps the code, and what falls on each of its lines", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    await setUpDiscount(shop, { category: "groceries", value: "33.33" });
    const two = orderOf([
      ["cup", 1],
      ["coffee", 2],
    ]);
    const form = { ...two, discountCode: "SPRING", discountCents: 633 };
    const orderNumber = await placeOrder(shop.db, userId, form, now);
    expect(await placeOrder(shop.db, userId, form, now)).toBe(orderNumber);
    const receipt = await readCustomersOrder(shop.db, userId, orderNumber);
    expect(receipt?.lines.map(({ discountCents }) => discountCents)).toEqual([0, 633]);
    expect(receipt && sumRows(receipt, "en")).toEqual([
      ["Subtotal", "$28.50"],
      ["Discount (SPRING)", "−$6.33"],
      ["Shipping", "Free shipping"],
      ["Total", "$22.17"],
    ]);
    expect(await usesOf(shop)).toEqual([1, 1, 1]);
  });

  test("a code that can't be used any more orders nothing, and says why", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    const order = (code: string) => refusalOf(placeOrder(shop.db, userId, withCode({ discountCode: code }), now));
    await setUpDiscount(shop, { code: "later", starts: "2026-11-20 13:01" });
    await setUpDiscount(shop, { code: "off", disabled: "on" });
    await setUpDiscount(shop, { code: "over", ends: "2026-11-20 13:00" });
    await setUpDiscount(shop, { code: "once", uses: "1" });
    await setUpDiscount(shop, { code: "mine", oncePerCustomer: "on" });
    await setUpDiscount(shop, { code: "tea", category: "kitchen" });
    await setUpDiscount(shop, { code: "more", minimum: "10.75" });
    for (const code of ["NONE", "LATER", "OFF"]) expect(await order(code)).toBe("This code isn't valid");
    expect(await order("OVER")).toBe("This code has expired");
    for (const discountCode of ["ONCE", "MINE"]) await placeOrder(shop.db, userId, withCode({ discountCode }), now);
    expect(await order("ONCE")).toBe("This code has been used up");
    expect(await order("MINE")).toBe("This code has been used up: you can use it only once");
    expect(await order("TEA")).toBe("This code isn't valid for the items in your cart");
    expect(await order("MORE")).toBe("Spend $1.25 more to use this code");
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(98);
    for (const code of ["OVER", "TEA", "MORE"]) expect(await usesOf(shop, code)).toEqual([0, 0, 0]);
    const other = await register(shop, { email: "bob@example.com" });
    await placeOrder(shop.db, other, withCode({ discountCode: "MINE" }), now);
    expect(await usesOf(shop, "MINE")).toEqual([2, 2, 2]);
  });

  test("a code that becomes once per customer counts the uses before, and a customer's orders at once are one", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    await setUpDiscount(shop);
    await placeOrder(shop.db, userId, withCode(), now);
    await shop.db.updateTable("discounts").set({ oncePerCustomer: 1 }).execute();
    expect(await refusalOf(placeOrder(shop.db, userId, withCode(), now))).toContain("only once");
    const other = await register(shop, { email: "bob@example.com" });
    const orders = Array.from({ length: 10 }, () => placeOrder(shop.db, other, withCode(), now));
    const outcomes = await Promise.allSettled(orders);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await usesOf(shop)).toEqual([2, 2, 2]);
  });

  test("a code with another effect than the customer saw orders nothing", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    await setUpDiscount(shop);
    const error = await placeOrder(shop.db, userId, withCode({ discountCents: 190 }), now).catch((error) => error);
    expect(error).toBeInstanceOf(CartOutdatedError);
    expect(error.sums).toMatchObject({ seen: { discountCents: 190 }, current: { discountCents: 95 } });
    expect(await usesOf(shop)).toEqual([0, 0, 0]);
  });

  test("an order that is cancelled before it is sent gives its use back, once", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    await setUpDiscount(shop, { uses: "2", oncePerCustomer: "on" });
    const by = { actor: staff("olga@example.com") };
    const unpaid = await placeOrder(shop.db, userId, withCode(), now, "stripe");
    const expire = () => changeOrder(shop, unpaid, { type: "void", actor: system, notifyCustomer: false });
    await Promise.all(Array.from({ length: 5 }, expire));
    expect(await usesOf(shop)).toEqual([0, 0, 0]);
    const paid = await placeOrder(shop.db, userId, withCode(), now);
    await cancelOrder(shop, paid, by);
    await expect(cancelOrder(shop, paid, by)).rejects.toThrow("already been cancelled");
    expect(await usesOf(shop)).toEqual([0, 0, 0]);
    const sent = await placeOrder(shop.db, userId, withCode(), now);
    await sendOrder(shop, sent, { ...by, carrier: "Posten", tracking: "1" });
    await changeOrder(shop, sent, { type: "return", ...by });
    expect(await usesOf(shop)).toEqual([1, 1, 1]);
  });

  test("an unpaid order holds its code on every device but the one that replaces the order, when applying and when ordering", async () => {
    const { shop, userId } = await openShopWithCoffee(engine);
    await setUpDiscount(shop, { uses: "1", oncePerCustomer: "on" });
    const form = withCode();
    await placeOrder(shop.db, userId, form, now, "stripe");
    const { checkoutKey } = form;
    const replacing = { userId, now, checkoutKey };
    expect(await checkDiscount(shop.db, "SPRING", replacing)).toMatchObject({ code: "SPRING", value: 1000 });
    const held = "Your unpaid order uses this code. Pay for it or cancel it first";
    expect(await refusalOf(checkDiscount(shop.db, "SPRING", { userId, now }))).toBe(held);
    expect(await refusalOf(placeOrder(shop.db, userId, withCode(), now, "stripe"))).toBe(held);
    await shop.db.updateTable("discounts").set({ usesLimit: null }).execute();
    expect(await refusalOf(checkDiscount(shop.db, "SPRING", { userId, now }))).toBe(held);
    expect(await refusalOf(placeOrder(shop.db, userId, withCode(), now, "stripe"))).toBe(held);
    await shop.db.updateTable("discounts").set({ usesLimit: 1 }).execute();
    const other = await register(shop, { email: "bob@example.com" });
    expect(await refusalOf(checkDiscount(shop.db, "SPRING", { userId: other, now }))).toBe(
      "This code has been used up",
    );
  });

  test("fifty shoppers at once in three processes, one of them killed: a code with ten uses is used ten times", async () => {
    const { shop } = await openShopWithCoffee(engine);
    await setUpDiscount(shop, { uses: "10" });
    const userIds: string[] = [];
    for (let number = 0; number < 50; number++) userIds.push(await register(shop, { email: `s${number}@example.com` }));
    const script = new URL("../../tests/support/discount-process.ts", import.meta.url);
    const shopping = { location: shop.settings, code: "SPRING", isKilled: false };
    await runProcesses<DiscountShopping, number>(script, [
      { ...shopping, userIds: userIds.slice(0, 10), isKilled: true },
      { ...shopping, userIds: userIds.slice(10, 30) },
      { ...shopping, userIds: userIds.slice(30) },
    ]);
    expect(await usesOf(shop)).toEqual([10, 10, 10]);
    expect((await readProduct(shop.db, "coffee"))?.stock).toBe(90);
  });
});
