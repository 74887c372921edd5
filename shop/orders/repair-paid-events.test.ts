import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import type { Shop } from "../shop.ts";
import { cancelOrder } from "./cancel-order.ts";
import { replayEvents } from "./order-life.ts";
import { markSent } from "./order-steps.ts";
import { placeOrder } from "./place-order.ts";
import { repairPaidEvents } from "./repair-paid-events.ts";

forEachEngine((_openDatabase, engine) => {
  async function openSelling() {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 10_000 })]);
    const uid = await registerVerified(shop);
    const start = Date.UTC(2026, 10, 1);
    const place = (second: number, provider?: string) =>
      placeOrder(shop.db, uid, orderOf([["coffee", 2]]), new Date(start + second * 1000), provider);
    return { shop, uid, place, start };
  }

  /** Leaves an order as a version wrote it that knew no events. */
  async function forgetPaid({ db }: Shop, orderNumber: string) {
    const order = db.selectFrom("orders").select("id").where("orderNumber", "=", orderNumber);
    await db.deleteFrom("orderEvents").where("orderId", "=", order).where("step", "=", "paid").execute();
  }

  test("an order that lacks the event of its payment gets it, as it was placed; others stay as they were", async () => {
    const { shop, place, start } = await openSelling();
    const lacking = await place(1);
    const whole = await place(2);
    const unpaid = await place(3, "stripe");
    await forgetPaid(shop, lacking);
    const before = await eventsOf(shop, whole);
    expect(await repairPaidEvents(shop.db)).toBe(1);
    expect(await eventsOf(shop, lacking)).toEqual([
      { position: 1, step: "paid", createdAt: start + 1000, actor: "shop", amountCents: 1900 },
    ]);
    expect(await eventsOf(shop, whole)).toEqual(before);
    expect(await eventsOf(shop, unpaid)).toEqual([]);
    expect(await repairPaidEvents(shop.db)).toBe(0);
  });

  test("opening a shop repairs its orders, and says so once", async () => {
    const { shop, place } = await openSelling();
    await forgetPaid(shop, await place(1));
    const { dataFolder, databaseUrl } = shop.settings;
    const { announced } = await openTestShop(engine, { dataFolder, databaseUrl });
    expect(announced).toEqual(["Database: 1 orders got the event of their payment, which they lacked"]);
    const again = await openTestShop(engine, { dataFolder, databaseUrl });
    expect(again.announced).toEqual([]);
  });

  test("the event comes before what has happened to the order since", async () => {
    const { shop, place } = await openSelling();
    const [sent, cancelled] = [await place(1), await place(2)];
    await forgetPaid(shop, sent);
    await forgetPaid(shop, cancelled);
    await markSent(shop, sent, { actor: "command line", carrier: null, tracking: null });
    await cancelOrder(shop, cancelled, { actor: "command line" });
    expect(await repairPaidEvents(shop.db)).toBe(2);
    expect((await eventsOf(shop, sent)).map(({ step }) => step)).toEqual(["paid", "sent"]);
    expect((await eventsOf(shop, cancelled)).map(({ step }) => step)).toContain("paid");
    for (const number of [sent, cancelled]) {
      const events = await eventsOf(shop, number);
      const { state } = await shop.db
        .selectFrom("orders")
        .select("state")
        .where("orderNumber", "=", number)
        .executeTakeFirstOrThrow();
      expect(replayEvents(events)).toBe(state);
    }
  });

  test("orders of more than one batch get it, also those that come after a check", async () => {
    const { shop, uid, place, start } = await openSelling();
    await place(0);
    await insertOrders(shop, uid, start, 6000);
    expect(await repairPaidEvents(shop.db)).toBe(6000);
    const later = await place(7000);
    await forgetPaid(shop, later);
    expect(await repairPaidEvents(shop.db)).toBe(1);
    const { count } = await shop.db
      .selectFrom("orderEvents")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("step", "=", "paid")
      .executeTakeFirstOrThrow();
    expect(count).toBe(6002);
  });
});

async function eventsOf({ db }: Shop, orderNumber: string) {
  return db
    .selectFrom("orderEvents")
    .innerJoin("orders", "orders.id", "orderEvents.orderId")
    .select(["position", "step", "orderEvents.createdAt", "actor", "amountCents"])
    .where("orderNumber", "=", orderNumber)
    .orderBy("position")
    .execute();
}

/** Orders as a version wrote them that knew no events, one a second. */
async function insertOrders({ db }: Shop, userId: string, start: number, count: number) {
  const orders = Array.from({ length: count }, (_, index) => ({
    userId,
    orderNumber: `OLD${String(index).padStart(7, "0")}`,
    checkoutKey: crypto.randomUUID(),
    totalPrice: "19.00",
    paymentMethod: "visa",
    billingAddress: "Storgata 1, 0155 Oslo",
    createdAt: start + index * 1000,
  }));
  for (let from = 0; from < count; from += 1000) {
    await db
      .insertInto("orders")
      .values(orders.slice(from, from + 1000) as never)
      .execute();
  }
}
