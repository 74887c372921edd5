import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { sellAbroad } from "../../tests/support/sell-abroad.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { placeOrder } from "../checkout/place-order.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { cancelOrder } from "./cancel-order.ts";
import { OrderChangedError } from "./change-order.ts";
import { correctAddress, correctableCountries, undoSent } from "./correct-order.ts";
import { addNote, deliverOrder, sendOrder } from "./fulfil-order.ts";
import { refundOrder, returnItem } from "./payment/refund.ts";
import { canUndoSent } from "./state/apply-correction.ts";
import { staff } from "./state/events.ts";
import { CorrectionRefusedError } from "./state/order.ts";
import { replayEvents, TransitionRefusedError } from "./state/state-machine.ts";
import { readAdminOrder } from "./views/admin.ts";
import { orderProgress } from "./views/order-progress.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { readParcels } from "./views/read-parcels.ts";

const by = { actor: staff("olga@example.com") };
const parcel = { ...by, carrier: "Bring", tracking: "370" };
const minute = 60_000;

/** A shop whose clock can be set, with a paid order whose confirmation was sent. */
async function openWithOrder(engine: Engine, pieces = 1) {
  const opened = await openTestShop(engine);
  let time = Date.parse("2026-11-23T12:00:00Z");
  const shop = { ...opened.shop, now: () => new Date(time) };
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
  const orderNumber = await placeOrder(shop.db, uid, orderOf([["coffee", pieces]]), shop.now());
  await sendDueMails(shop);
  return {
    shop,
    orderNumber,
    pass: (ms: number) => {
      time += ms;
    },
    read: () => readAdminOrder(shop.db, orderNumber),
    async correct(billingAddress: string, area?: Area) {
      const { version } = await readAdminOrder(shop.db, orderNumber);
      await correctAddress(shop, orderNumber, { ...by, billingAddress, version, ...(area && { area }) });
    },
    /** The step after its payment, as the customer sees it. */
    async secondStep() {
      const receipt = await readCustomersOrder(shop.db, uid, orderNumber);
      if (!receipt) throw new Error("The order is gone");
      return orderProgress(receipt, { timeZone: "UTC", locale: "en" }, {})[1];
    },
    /** The mails about the order after its confirmation. */
    async mails() {
      await sendDueMails(shop);
      const mails = await opened.readMails();
      return mails.filter(({ subject = "" }) => subject.includes(orderNumber) && !subject.endsWith("is confirmed"));
    },
  };
}

forEachEngine((_, engine) => {
  test("an order's address can be corrected until it is sent; the timeline keeps the former one", async () => {
    const { shop, orderNumber, read, correct, mails } = await openWithOrder(engine);
    const { version } = await read();
    await correct("Storgata 11, 0155 Oslo");
    const order = await read();
    expect(order).toMatchObject({ state: "paid", billingAddress: "Storgata 11, 0155 Oslo" });
    expect(order.events.at(-1)).toMatchObject({
      ...{ step: "addressCorrected", note: "Formerly Storgata 1, 0155 Oslo" },
      actor: by.actor,
    });
    expect(replayEvents(order.events)).toBe("paid");
    const [mail, ...others] = await mails();
    expect(mail?.subject).toBe(`The address of your Torg order ${orderNumber} was corrected`);
    expect(mail?.text).toContain("now has this address:\nStorgata 11, 0155 Oslo\n");
    expect(mail?.text).not.toContain("Storgata 1,");
    expect(others).toEqual([]);

    await expect(correct("Storgata 11, 0155 Oslo")).rejects.toThrow(CorrectionRefusedError);
    const stale = { ...by, billingAddress: "Elsewhere 2", version };
    await expect(correctAddress(shop, orderNumber, stale)).rejects.toThrow(OrderChangedError);
    await sendOrder(shop, orderNumber, parcel);
    await expect(correct("Elsewhere 2")).rejects.toThrow("This order is sent and can't be given another address");
    expect((await read()).billingAddress).toBe("Storgata 11, 0155 Oslo");
  });

  test("a cancelled order keeps its address", async () => {
    const { shop, orderNumber, correct } = await openWithOrder(engine);
    await cancelOrder(shop, orderNumber, by);
    await expect(correct("Elsewhere 2")).rejects.toThrow(TransitionRefusedError);
  });

  test("an address that the order's delivery option isn't for is refused", async () => {
    const { shop, orderNumber, read, correct } = await openWithOrder(engine);
    const { db } = shop;
    await db.updateTable("deliveryOptions").set({ countries: "NO", postcodes: "0001-1299" }).execute();
    await expect(correct("Torget 1, 0155 Oslo")).rejects.toThrow("Country is required");
    const invalid = correct("Torget 1, Oslo", { country: "NO", zipCode: "155" });
    await expect(invalid).rejects.toThrow("Zip code must be exactly 4 digits");
    await expect(correct("Stockholm", { country: "SE", zipCode: "111 43" })).rejects.toThrow("Country is required");
    await expect(correct("Torget 1, Bergen", { country: "NO", zipCode: "5014" })).rejects.toThrow(
      "The order's delivery option, Standard, isn't for this address.",
    );
    await correct("Storgata 2, Oslo", { country: "NO", zipCode: "0155" });
    expect(await read()).toMatchObject({ country: "NO", zipCode: "0155" });
    await expect(correct("Storgata 2, Oslo", { country: "NO", zipCode: "0155" })).rejects.toThrow(
      "already the order's",
    );

    await setSettings(shop, { countries: "SE" });
    expect((await correctableCountries(db, await read())).map(({ code }) => code)).toEqual(["SE", "NO"]);
    await db.deleteFrom("deliveryOptions").execute();
    const abroad = correct("Kungsgatan 1, Stockholm", { country: "SE", zipCode: "111 43" });
    await expect(abroad).rejects.toThrow("its country can't change");
    await correct("Torget 1, Bergen", { country: "NO", zipCode: "5014" });
    const order = await read();
    expect(order).toMatchObject({ billingAddress: "Torget 1, Bergen", country: "NO", zipCode: "5014" });
    expect(order.events.at(-1)?.note).toBe("Formerly Storgata 2, 0155 Oslo, Norway");
    expect(await readParcels(db, [orderNumber], 1)).toMatchObject([{ address: "Torget 1\n5014 Bergen\nNorway" }]);
  });

  test("an address with other VAT is refused", async () => {
    const { shop, correct, read } = await openWithOrder(engine);
    await registerForVat(shop);
    await sellAbroad(shop, {});
    const svalbard = () => correct("Vei 500", { country: "NO", zipCode: "9170" });
    const otherArea = "Zip code 9170 is in another VAT area than the order.";
    await expect(svalbard(), "from an order without a country").rejects.toThrow(otherArea);
    await correct("Storgata 2", { country: "NO", zipCode: "0155" });
    await expect(svalbard()).rejects.toThrow(otherArea);
    await expect(correct("Storgatan 2", { country: "SE", zipCode: "111 20" })).rejects.toThrow(
      "This address has other VAT than the order. Keep the country",
    );
    expect(await read()).toMatchObject({ country: "NO", zipCode: "0155", vatKind: null });
  });

  test("undoing Sent within an hour takes the parcel and its waiting email back", async () => {
    const { shop, orderNumber, pass, read, secondStep, mails } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, parcel);
    pass(59 * minute);
    expect(await undoSent(shop, orderNumber, by)).toBe(false);
    const order = await read();
    expect(order.state).toBe("paid");
    expect(order.events.map(({ step }) => step)).toEqual(["paid", "sent", "sentUndone"]);
    expect(replayEvents(order.events)).toBe("paid");
    expect(await secondStep()).toEqual({ name: "Sent", status: "next" });
    expect(await mails()).toEqual([]);

    await sendOrder(shop, orderNumber, { ...parcel, tracking: "371" });
    expect(await secondStep()).toMatchObject({ name: "Sent", status: "done", detail: "Bring 371" });
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Your Torg order ${orderNumber} is on its way`]);
  });

  test("a customer who was emailed about the parcel is told that it hasn't shipped", async () => {
    const { shop, orderNumber, mails } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, parcel);
    await addNote(shop, orderNumber, { ...by, note: "Wrong label" });
    expect(await mails()).toHaveLength(1);
    expect(await undoSent(shop, orderNumber, by)).toBe(true);
    const [, told, ...others] = await mails();
    expect(told?.subject).toBe(`Your Torg order ${orderNumber} hasn't shipped yet`);
    expect(others).toEqual([]);
  });

  test("a mail that may have been sent isn't sent again, and its customer is told", async () => {
    const { shop, orderNumber, mails } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, parcel);
    await shop.db
      .updateTable("jobs")
      .set({ leasedUntil: shop.now().getTime() + minute, attempts: 1 })
      .execute();
    expect(await undoSent(shop, orderNumber, by)).toBe(true);
    await shop.db.updateTable("jobs").set({ leasedUntil: null }).execute();
    const subjects = (await mails()).map(({ subject }) => subject);
    expect(subjects).toEqual([`Your Torg order ${orderNumber} hasn't shipped yet`]);
  });

  test("Sent can't be undone after an hour, twice, or once the order has moved on", async () => {
    const { shop, orderNumber, pass, read } = await openWithOrder(engine);
    await expect(undoSent(shop, orderNumber, by)).rejects.toThrow("This order is paid and can't be marked as not sent");
    await sendOrder(shop, orderNumber, parcel);
    const attempts = await Promise.allSettled([1, 2, 3].map(() => undoSent(shop, orderNumber, by)));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    await sendOrder(shop, orderNumber, parcel);
    pass(61 * minute);
    await expect(undoSent(shop, orderNumber, by)).rejects.toThrow(CorrectionRefusedError);
    await deliverOrder(shop, orderNumber, by);
    await expect(undoSent(shop, orderNumber, by)).rejects.toThrow(TransitionRefusedError);
    expect((await read()).state).toBe("delivered");
  });

  test("Sent can't be undone once an item has come back", async () => {
    const { shop, orderNumber, read } = await openWithOrder(engine, 2);
    await sendOrder(shop, orderNumber, parcel);
    const item = { reason: "Too small", productId: "coffee", quantity: 1, isRestocked: true };
    await returnItem(shop, orderNumber, { ...by, ...item });
    expect(canUndoSent(await read(), shop.now())).toBe(false);
    await expect(undoSent(shop, orderNumber, by)).rejects.toThrow("Items of this order have come back, so it was sent");
    expect((await read()).state).toBe("sent");
  });

  test("an order that was refunded after Sent was undone can be cancelled", async () => {
    const { shop, orderNumber, read } = await openWithOrder(engine);
    await sendOrder(shop, orderNumber, parcel);
    await undoSent(shop, orderNumber, by);
    await refundOrder(shop, orderNumber, { ...by, reason: "Sold out" });
    await cancelOrder(shop, orderNumber, by);
    const order = await read();
    expect(order.state).toBe("cancelled");
    expect(replayEvents(order.events)).toBe("cancelled");
  });
});
