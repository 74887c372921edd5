import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setUpDelivery } from "../../tests/support/set-up-delivery.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { cancelOrder } from "./cancel-order.ts";
import { undoSent } from "./correct-order.ts";
import { deliverOrder, sendOrder } from "./fulfil-order.ts";
import { staff } from "./state/events.ts";
import { readAdminOrder, toOrderJson } from "./views/admin.ts";
import { findOrders } from "./views/find-orders.ts";
import { orderProgress } from "./views/order-progress.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { receiptDetails } from "./views/receipt.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

const place = "Bryggen 1\n5003 Bergen\nMon–Fri 10–17";
const actor = staff("olga@example.com");
const parcel = { actor, carrier: "Bring", tracking: "370" };

forEachEngine((_, engine) => {
  test("a pickup order becomes ready for pickup and is picked up, and nothing says that it ships", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 9 })]);
    const delivery = await setUpDelivery(shop, { name: "Shop", price: "", pickup: "on", pickupPlace: place });
    const order = () => placeOrder(shop.db, uid, { ...orderOf([["coffee", 1]]), delivery }, shop.now());
    const number = await order();
    const mailsOf = async (orderNumber: string) => {
      await sendDueMails(shop);
      return (await readMails()).filter(({ subject }) => subject?.includes(orderNumber));
    };
    const receipt = async () => {
      const found = await readCustomersOrder(shop.db, uid, number);
      if (!found) throw new Error("There is no order");
      return {
        details: Object.fromEntries(receiptDetails(found, { timeZone: "UTC", locale: "en" })),
        steps: orderProgress(found, { timeZone: "UTC", locale: "en" }, {}).map((step) => [
          step.status,
          step.name,
          step.detail,
        ]),
      };
    };
    expect((await receipt()).details).toMatchObject({ Delivery: "Shop", "Pickup address": place });
    expect((await receipt()).details).toHaveProperty("Ready for pickup");
    expect(toOrderJson(await readAdminOrder(shop.db, number))).toMatchObject({
      pickupPlace: { name: "Bryggen 1", note: "5003 Bergen\nMon–Fri 10–17", openingHours: null },
    });

    await sendDueMails(shop);
    await sendOrder(shop, number, parcel);
    await undoSent(shop, number, { actor });
    await sendOrder(shop, number, parcel);
    await expect(sendOrder(shop, number, parcel)).rejects.toThrow("This order is already ready for pickup");
    await expect(cancelOrder({ ...shop, log: () => {} }, number, { actor })).rejects.toThrow(
      "This order is ready for pickup and can't be cancelled",
    );
    const [confirmation, ready] = await mailsOf(number);
    expect(confirmation?.text).toContain("will email you when it is ready for pickup");
    expect(confirmation?.text).toContain("Pickup address: Bryggen 1\n  5003 Bergen\n  Mon–Fri 10–17\n");
    expect(ready?.subject).toBe(`Your Torg order ${number} is ready for pickup`);
    expect(ready?.text).toContain(`You can now collect your order ${number}:\n\n${place}\n\nFilter Coffee\n`);
    expect(ready?.html).toContain("Bryggen 1<br/>5003 Bergen<br/>Mon–Fri 10–17");
    expect((await receipt()).details).not.toHaveProperty("Ready for pickup");
    expect((await receipt()).steps).toEqual([
      ["done", "Paid", undefined],
      ["done", "Ready for pickup", undefined],
      ["next", "Picked up", undefined],
    ]);

    await deliverOrder(shop, number, { actor });
    expect((await mailsOf(number)).at(-1)?.subject).toBe(`Your Torg order ${number} has been picked up`);
    expect((await receipt()).steps.at(-1)).toEqual(["done", "Picked up", undefined]);
    const { state, history, ...rest } = await readAdminOrder(shop.db, number);
    expect(toOrderJson({ ...rest, state })).toMatchObject({ state: "delivered" });
    expect(history.filter(({ carrier, tracking }) => carrier ?? tracking)).toEqual([]);
    let csv = "";
    for await (const part of writeOrdersCsv(shop.db, { sort: "oldest" }, "UTC")) csv += part;
    expect(csv).toContain(",Picked up,Ada Lovelace,");
    expect(csv).toContain(",Pickup place,Pickup address\r\n");

    const other = await order();
    await cancelOrder({ ...shop, log: () => {} }, other, { actor });
    const mails = [...(await mailsOf(number)), ...(await mailsOf(other))];
    expect(mails).toHaveLength(5);
    for (const { subject, text, html } of mails)
      expect(`${subject} ${text} ${html}`).not.toMatch(/\bship|\bsent\b|on its way|\bdelivered\b|Bring|tracking/i);
  });

  test("the mail about a pickup that was announced too early says so", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 9 })]);
    const delivery = await setUpDelivery(shop, { name: "Shop", price: "", pickup: "on" });
    const number = await placeOrder(shop.db, uid, { ...orderOf([["coffee", 1]]), delivery }, shop.now());
    await sendOrder(shop, number, parcel);
    await sendDueMails(shop);
    await undoSent(shop, number, { actor });
    await sendDueMails(shop);
    const mail = (await readMails()).at(-1);
    expect(mail?.subject).toBe(`Your Torg order ${number} isn't ready for pickup yet`);
    expect(mail?.text).toContain("We'll email you again when it is ready for pickup.");
  });

  test("orders are found by their delivery option, along with other filters", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 9 })]);
    const delivery = await setUpDelivery(shop, { name: "Shop", price: "", pickup: "on" });
    const form = (option?: number) => ({ ...orderOf([["coffee", 1]]), ...(option && { delivery: option }) });
    const shipped = await placeOrder(shop.db, uid, form(), shop.now());
    const collected = await placeOrder(shop.db, uid, form(delivery), shop.now());
    await sendOrder(shop, await placeOrder(shop.db, uid, form(delivery), shop.now()), parcel);
    const search = { text: "Lovelace", state: "paid", sort: "newest", limit: 9 } as const;
    const find = async (deliveryOptionId?: number) =>
      (await findOrders(shop.db, { ...search, deliveryOptionId })).orders.map(({ orderNumber }) => orderNumber);
    expect(await find()).toEqual([collected, shipped]);
    expect(await find(delivery)).toEqual([collected]);
    expect(await find(delivery + 100)).toEqual([]);
  });
});
