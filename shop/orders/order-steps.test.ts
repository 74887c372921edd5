import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { readProductPage } from "../catalog/read-products.ts";
import { sendDueMails } from "../mail/send-mails.ts";
import { cancelOrder } from "./cancel-order.ts";
import { OrderUnknownError } from "./order-events.ts";
import { markDelivered, markReturned, markSent, noteOnOrder } from "./order-steps.ts";
import { placeOrder } from "./place-order.ts";
import { readReceipt } from "./read-order.ts";
import { readOwnersOrder } from "./read-owners-order.ts";
import { paymentStatus } from "./receipt.ts";
import { refundInWords } from "./refund-in-words.ts";
import { refundOrder } from "./refund-order.ts";

/** A shop in which Ada has ordered five of six coffees, and one of plenty of teas, and has got her receipt. */
async function openWithOrder(engine: Engine) {
  const opened = await openTestShop(engine);
  const { shop } = opened;
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 6 }), catalogRecord({ id: "tea", title: "Tea", stock: 50 })]);
  const form = orderOf([
    ["coffee", 5],
    ["tea", 1],
  ]);
  const orderNumber = await placeOrder(shop.db, uid, form, shop.now());
  await sendDueMails(shop);
  const told = async () => {
    await sendDueMails(shop);
    return (await opened.readMails()).slice(1);
  };
  const read = async () => {
    const order = await readReceipt(shop.db, uid, orderNumber);
    if (!order) throw new Error("The order is gone");
    return order;
  };
  const stock = async (id: string) => {
    const products = shop.db.selectFrom("products").select(["stock", "availabilityStatus"]);
    return products.where("id", "=", id).executeTakeFirstOrThrow();
  };
  return { ...opened, orderNumber, told, read, stock };
}

const owner = { actor: "owner" };

forEachEngine((_, engine) => {
  test("a parcel that is sent is told of by its carrier, number and link, and one that arrives too", async () => {
    const { shop, orderNumber, told, read } = await openWithOrder(engine);
    await markSent(shop, orderNumber, { ...owner, carrier: "PostNord", tracking: "0037 & 3" });
    await noteOnOrder(shop, orderNumber, { ...owner, note: "The box was dented" });
    await markDelivered(shop, orderNumber, owner);
    const [sent, delivered, ...others] = await told();
    expect(sent?.subject).toBe(`Your order ${orderNumber} at Torg is on its way`);
    expect(sent?.text).toContain("It comes with PostNord. Its number there is 0037 & 3.");
    expect(sent?.text).toContain("https://tracking.postnord.com/en/tracking?id=0037%20%26%203");
    expect(delivered?.text).toContain(`Your order ${orderNumber} has been delivered`);
    expect(others).toEqual([]);
    expect(await read()).toMatchObject({
      state: "delivered",
      events: [
        { step: "paid", amountCents: 5700 },
        { step: "sent", actor: "owner", carrier: "PostNord", tracking: "0037 & 3" },
        { step: "noted", note: "The box was dented" },
        { step: "delivered" },
      ],
    });
    const { name, history, createdAt } = await readOwnersOrder(shop.db, orderNumber);
    expect(name).toBe("Ada Lovelace");
    expect(history.map(({ step }) => step)).toEqual(["placed", "paid", "sent", "noted", "delivered"]);
    const nothing = { note: null, amountCents: null, carrier: null, tracking: null, wasSettled: null };
    expect(history[0]).toEqual({ step: "placed", actor: "customer", createdAt, ...nothing });
    await expect(readOwnersOrder(shop.db, "ABCDEFGHIJ")).rejects.toThrow(OrderUnknownError);
  });

  test("an order that is cancelled puts its goods back once, also into the lists, and is paid back", async () => {
    const { shop, orderNumber, told, read, stock } = await openWithOrder(engine);
    const inStock = async () => (await readProductPage(shop.db, { page: 1, filters: ["inStock"] })).products;
    expect((await inStock()).map(({ id }) => id)).toEqual(["tea"]);
    const tries = [1, 2, 3].map(() => cancelOrder(shop, orderNumber, { actor: "customer" }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await stock("coffee")).toEqual({ stock: 6, availabilityStatus: "In Stock" });
    expect(await stock("tea")).toEqual({ stock: 50, availabilityStatus: "In Stock" });
    expect((await inStock()).map(({ id }) => id)).toEqual(["coffee", "tea"]);
    const order = await read();
    expect(order.state).toBe("cancelled");
    expect(order.events).toMatchObject([
      { step: "paid" },
      { step: "cancelled", actor: "customer", note: null },
      { step: "refunded", actor: "customer", note: "The order was cancelled" },
    ]);
    expect(paymentStatus(order)).toBe("Paid back");
    const subjects = (await told()).map(({ subject }) => subject);
    expect(subjects).toEqual([
      `Your order ${orderNumber} at Torg is cancelled`,
      `$57.00 of your order ${orderNumber} at Torg is paid back`,
    ]);
  });

  test("an order that was sent can't be cancelled; what is returned is on the shelf again, once", async () => {
    const { shop, orderNumber, read, stock } = await openWithOrder(engine);
    await markSent(shop, orderNumber, { ...owner, carrier: null, tracking: null });
    await expect(cancelOrder(shop, orderNumber, owner)).rejects.toThrow("An order that is sent can't be cancelled");
    expect(await stock("coffee")).toMatchObject({ stock: 1 });
    await markReturned(shop, orderNumber, owner);
    await expect(markReturned(shop, orderNumber, owner)).rejects.toThrow("An order that is returned can't be returned");
    expect(await stock("coffee")).toEqual({ stock: 6, availabilityStatus: "In Stock" });
    expect(paymentStatus(await read())).toBe("Paid");
  });

  test("an order is paid back in parts, never more than was paid for it", async () => {
    const { shop, orderNumber, told, read, stock, announced } = await openWithOrder(engine);
    const reason = "A dented tin";
    await refundOrder(shop, orderNumber, { ...owner, amountCents: 950, reason });
    expect(paymentStatus(await read())).toBe("Paid, $9.50 of it paid back");
    expect(await read()).toMatchObject({ state: "paid" });
    const tooMuch = refundOrder(shop, orderNumber, { ...owner, amountCents: 4751, reason });
    await expect(tooMuch).rejects.toThrow(`At most $47.50 of order ${orderNumber} can be paid back`);
    const rest = { ...owner, reason };
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => refundOrder(shop, orderNumber, rest)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read()).toMatchObject({ state: "refunded" });
    expect(paymentStatus(await read())).toBe("Paid back");
    // The goods are where they were, until it is cancelled.
    expect(await stock("coffee")).toMatchObject({ stock: 1 });
    expect(await cancelOrder(shop, orderNumber, owner)).toBeUndefined();
    expect(await stock("coffee")).toMatchObject({ stock: 6 });
    const mails = await told();
    const [part] = mails.filter(({ subject }) => subject?.startsWith("$9.50"));
    expect(part?.text).toContain("It doesn't go by way of your card: we hand it to you ourselves.");
    expect(mails.at(-1)?.text).toContain("What you paid for it was paid back before.");
    expect(announced.join()).not.toContain("Refund");
    const inWords = await refundInWords(shop, orderNumber, { amountCents: 950, state: "done" });
    expect(inWords).toBe("$9.50 is noted as paid back; no provider took it, so hand it back yourself");
  });

  test("a product that is gone from the catalog keeps no order from being cancelled", async () => {
    const { shop, orderNumber, read, stock } = await openWithOrder(engine);
    await importRecords(shop.db, [catalogRecord({ id: "tea", title: "Tea", stock: 7 })], { replace: true });
    await cancelOrder(shop, orderNumber, owner);
    expect(await read()).toMatchObject({ state: "cancelled" });
    expect(await stock("tea")).toMatchObject({ stock: 8 });
  });
});
