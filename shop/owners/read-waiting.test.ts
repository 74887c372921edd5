import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { contactLetter } from "../../tests/support/contact-letter.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { setMessageDone } from "../contact/answer-message.ts";
import { saveContactMessage } from "../contact/contact-messages.ts";
import { findMessages } from "../contact/find-messages.ts";
import { sendOrder } from "../orders/fulfil-order.ts";
import { staff } from "../orders/state/events.ts";
import { readLowProducts, readMenuCounts, readWaiting } from "./read-waiting.ts";

forEachEngine((_, engine) => {
  test("counts orders to fulfil, open messages and failed emails", async () => {
    const { shop } = await openTestShop(engine, { smtpUrl: "smtp://127.0.0.1:1" });
    const { db } = shop;
    const nothing = {
      toSend: 0,
      toPay: 0,
      overdue: 0,
      returns: 0,
      withdrawals: 0,
      refundsDue: 0,
      messages: 0,
      failedMails: 0,
      refunds: 0,
      failedRefunds: 0,
      disputes: 0,
    };
    expect(await readWaiting(db)).toEqual(nothing);
    const uid = await register(shop);
    await importRecords(db, [catalogRecord()]);
    const numbers: string[] = [];
    for (const pieces of [1, 2, 3]) numbers.push(await placeOrder(db, uid, orderOf([["coffee", pieces]]), shop.now()));
    await sendOrder(shop, numbers[0] ?? "", { actor: staff("owner"), carrier: null, tracking: null });
    await placeOrder(db, uid, orderOf([["coffee", 1]]), shop.now(), "manual");
    await placeOrder(db, uid, orderOf([["coffee", 1]]), shop.now(), "stripe");
    for (const _ of "123") await saveContactMessage(db, contactLetter, shop.now());
    const { messages } = await findMessages(db, { state: "all", sort: "newest", limit: 1 });
    await setMessageDone(shop, messages[0]?.id ?? 0, { actor: "owner", isDone: true });
    expect(await readWaiting(db)).toEqual({ ...nothing, toSend: 2, toPay: 1, messages: 2 });
    expect(await readMenuCounts(db, {})).toEqual({ toSend: 2, withdrawals: 0, messages: 2, failedMails: 0 });
    await sendDueMails(shop).catch(() => {});
    expect((await readWaiting(db)).failedMails).toBeGreaterThan(0);
  });

  test("lists low-stock products, lowest stock first", async () => {
    const { shop } = await openTestShop(engine);
    const thumbnail = "/pictures/coffee.svg";
    await importRecords(shop.db, [
      catalogRecord({ id: "plenty", stock: 40, thumbnail }),
      catalogRecord({ id: "few", thumbnail, title: "Few", stock: 3, availabilityStatus: "Low Stock" }),
      catalogRecord({ id: "held-back", thumbnail, title: "Held back", stock: 9, availabilityStatus: "Out of Stock" }),
      catalogRecord({ id: "gone", thumbnail, title: "Gone", stock: 0, availabilityStatus: "Out of Stock" }),
    ]);
    expect(await readLowProducts(shop.db, 2)).toEqual([
      { id: "gone", title: "Gone", thumbnail, options: null, stock: 0 },
      { id: "few", title: "Few", thumbnail, options: null, stock: 3 },
    ]);
    expect((await readLowProducts(shop.db, 10)).map(({ id }) => id)).toEqual(["gone", "few", "held-back"]);
  });
});
