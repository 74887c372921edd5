import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { readProductPage } from "../catalog/lists/read-products.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "./cancel-order.ts";
import { carriers, trackingLink } from "./carriers.ts";
import { addNote, deliverOrder, returnOrder, sendOrder } from "./fulfil-order.ts";
import { describeRefund, refundOrder } from "./payment/refund.ts";
import { staff } from "./state/events.ts";
import { OrderUnknownError } from "./state/order.ts";
import { readAdminOrder } from "./views/admin.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { paymentStatus } from "./views/receipt.ts";

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
    const order = await readCustomersOrder(shop.db, uid, orderNumber);
    if (!order) throw new Error("The order is gone");
    return order;
  };
  const stock = async (id: string) => {
    const products = shop.db.selectFrom("products").select(["stock", "availabilityStatus"]);
    return products.where("id", "=", id).executeTakeFirstOrThrow();
  };
  return { ...opened, uid, orderNumber, told, read, stock };
}

const owner = { actor: staff("owner") };

forEachEngine((_, engine) => {
  test("emails about a sent parcel have its carrier, tracking number and link, and so do those about its delivery", async () => {
    const { uid, shop, orderNumber, told, read } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, { ...owner, carrier: "PostNord", tracking: "0037 & 3" });
    await addNote(shop, orderNumber, { ...owner, note: "The box was dented" });
    await deliverOrder(shop, orderNumber, owner);
    const [sent, delivered, ...others] = await told();
    expect(sent?.subject).toBe(`Your Torg order ${orderNumber} is on its way`);
    expect(sent?.text).toContain("It's being delivered by PostNord. Your tracking number is 0037 & 3.");
    expect(sent?.text).toContain("https://tracking.postnord.com/en/tracking?id=0037%20%26%203");
    expect(delivered?.text).toContain(`Your order ${orderNumber} has been delivered`);
    for (const mail of [sent, delivered]) {
      expect(mail?.text).toMatch(/You can return items until \d+ \w+ \d{4}\. Tell us which: \S+contact\?order=/);
      expect(mail?.text).toMatch(/Withdraw from contract here: \S+withdraw\?order=/);
    }
    expect(others).toEqual([]);
    expect(await read()).toMatchObject({
      state: "delivered",
      events: [
        { step: "paid", amountCents: 5700 },
        { step: "sent", actor: staff("owner"), carrier: "PostNord", tracking: "0037 & 3" },
        { step: "noted", note: "The box was dented" },
        { step: "delivered" },
      ],
    });
    const { recipientName, history, createdAt } = await readAdminOrder(shop.db, orderNumber);
    expect(recipientName).toBe("Ada Lovelace");
    expect(history.map(({ step }) => step)).toEqual(["placed", "paid", "sent", "noted", "delivered"]);
    const nothing = {
      ...{ note: null, amountCents: null, carrier: null, tracking: null, wasSettled: null },
      ...{ productId: null, quantity: null, isRestocked: null, items: null, returnId: null },
    };
    expect(history[0]).toEqual({ step: "placed", actor: { type: "customer", id: uid }, createdAt, ...nothing });
    await expect(readAdminOrder(shop.db, "ABCDEFGHIJ")).rejects.toThrow(OrderUnknownError);
  });

  test("a cancelled order is restocked once, also in the lists, and refunded", async () => {
    const { uid, shop, orderNumber, told, read, stock } = await openWithOrder(engine);
    const inStock = async () => (await readProductPage(shop.db, { page: 1, filters: ["inStock"] })).products;
    expect((await inStock()).map(({ id }) => id)).toEqual(["tea"]);
    const tries = [1, 2, 3].map(() => cancelOrder(shop, orderNumber, { actor: { type: "customer", id: uid } }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(await stock("coffee")).toEqual({ stock: 6, availabilityStatus: "In Stock" });
    expect(await stock("tea")).toEqual({ stock: 50, availabilityStatus: "In Stock" });
    expect((await inStock()).map(({ id }) => id)).toEqual(["coffee", "tea"]);
    const order = await read();
    expect(order.state).toBe("cancelled");
    expect(order.events).toMatchObject([
      { step: "paid" },
      { step: "cancelled", actor: { type: "customer", id: uid }, note: null },
      { step: "refunded", actor: { type: "customer", id: uid }, note: "Your order was cancelled" },
    ]);
    expect(paymentStatus(order, "en")).toBe("Refunded");
    const [mail, ...others] = await told();
    expect(mail?.subject).toBe(`Your Torg order ${orderNumber} has been cancelled`);
    expect(mail?.text).toContain("We'll refund what you've paid, and contact you about how you get it back.");
    expect(others).toEqual([]);
  });

  test("an order that was sent can't be cancelled; what is returned is on the shelf again, once", async () => {
    const { shop, orderNumber, read, stock } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, { ...owner, carrier: null, tracking: null });
    await expect(cancelOrder(shop, orderNumber, owner)).rejects.toThrow("This order is sent and can't be cancelled");
    expect(await stock("coffee")).toMatchObject({ stock: 1 });
    await returnOrder(shop, orderNumber, owner);
    await expect(returnOrder(shop, orderNumber, owner)).rejects.toThrow("This order has already been returned");
    expect(await stock("coffee")).toEqual({ stock: 6, availabilityStatus: "In Stock" });
    expect(paymentStatus(await read(), "en")).toBe("Paid");
  });

  test("an order is paid back in parts, never more than was paid for it", async () => {
    const { shop, orderNumber, told, read, stock, announced } = await openWithOrder(engine);
    const reason = "A dented tin";
    await refundOrder(shop, orderNumber, { ...owner, amountCents: 950, reason });
    expect(paymentStatus(await read(), "en")).toBe("Paid, $9.50 refunded");
    expect(await read()).toMatchObject({ state: "paid" });
    const tooMuch = refundOrder(shop, orderNumber, { ...owner, amountCents: 4751, reason });
    await expect(tooMuch).rejects.toThrow(`You can refund up to $47.50 of order ${orderNumber}`);
    const rest = { ...owner, reason };
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => refundOrder(shop, orderNumber, rest)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read()).toMatchObject({ state: "refunded" });
    expect(paymentStatus(await read(), "en")).toBe("Refunded");
    // Its items aren't restocked until it is cancelled.
    expect(await stock("coffee")).toMatchObject({ stock: 1 });
    expect(await cancelOrder(shop, orderNumber, owner)).toBeUndefined();
    expect(await stock("coffee")).toMatchObject({ stock: 6 });
    const mails = await told();
    const [part] = mails.filter(({ subject }) => subject?.startsWith("Your $9.50 refund"));
    expect(part?.text).toContain(
      "This refund doesn't go through your card. We'll contact you if we need anything from you to pay it out.",
    );
    expect(mails.at(-1)?.text).toContain("We already refunded your payment.");
    expect(announced.join()).not.toContain("Refund");
    const inWords = describeRefund(
      orderNumber,
      {
        amountCents: 950,
        currency: "USD",
        state: "settled",
        provider: "manual",
      },
      "en",
    );
    expect(inWords).toBe(
      "$9.50 marked as refunded. No payment provider took this payment, so return the money yourself.",
    );
  });

  test("a product that is gone from the catalog keeps no order from being cancelled", async () => {
    const { shop, orderNumber, read, stock } = await openWithOrder(engine);
    await importRecords(shop.db, [catalogRecord({ id: "tea", title: "Tea", stock: 7 })], { replace: true });
    await cancelOrder(shop, orderNumber, owner);
    expect(await read()).toMatchObject({ state: "cancelled" });
    expect(await stock("tea")).toMatchObject({ stock: 8 });
  });
});

test.for<[carrier: string | null, tracking: string | null, link: string | undefined]>([
  ["Bring", "1", "https://sporing.bring.no/sporing/1"],
  ["post-nord ", "00 37&3", "https://tracking.postnord.com/en/tracking?id=00%2037%263"],
  ["Horse", "1", undefined],
  ["Bring", null, undefined],
  ["Bring", "", undefined],
  [null, "1", undefined],
])("a parcel that comes with %s and has the number %j is followed at %s", ([carrier, tracking, link]) => {
  expect(trackingLink(carrier, tracking)).toBe(link);
});

test("a parcel of each carrier that an owner may choose can be followed, at an address of its own", () => {
  const links = carriers.map((carrier) => trackingLink(carrier, "7") ?? "");
  expect(new Set(links).size).toBe(carriers.length);
  for (const link of links) expect(new URL(link).protocol).toBe("https:");
});
