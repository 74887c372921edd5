import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { setUpDelivery } from "../../tests/support/set-up-delivery.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { readCustomer } from "../accounts/customer-account.ts";
import { elsewhereForm } from "../checkout/delivery-address.ts";
import { orderForm } from "../checkout/order-form.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { IdempotencyConflictError } from "../checkout/placed-order.ts";
import { readCheckout } from "../checkout/read-checkout.ts";
import { companyForm, shownFields } from "../checkout/revealed-fields.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { validate } from "../forms/validate.ts";
import type { Shop } from "../shop.ts";
import { correctAddress } from "./correct-order.ts";
import { staff } from "./state/events.ts";
import { readAdminOrder, toOrderJson } from "./views/admin.ts";
import { findOrders } from "./views/find-orders.ts";
import { readCustomersOrder, readOrders } from "./views/read-order.ts";
import { readParcels } from "./views/read-parcels.ts";
import { receiptDetails } from "./views/receipt.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

const gift = {
  ...{ billingAddress: "Storgata 1, Oslo", country: "NO", zipCode: "0155" },
  ...{ recipientName: "Grace Hopper", phone: "12345678" },
  ...{ deliveryAddress: "Storgatan 2\nMalmö", deliveryCountry: "SE", deliveryZipCode: "211 34" },
};
const parcel = "Storgatan 2\n211 34 Malmö\nSweden";
const buyer = "Storgata 1\n0155 Oslo\nNorway";

test.for([
  ["recipientName", "a".repeat(101)],
  ["recipientName", "&".repeat(500_000)],
  ["deliveryAddress", "a".repeat(201)],
  ["deliveryAddress", 5],
  ["deliveryCountry", "Sweden"],
  ["deliveryZipCode", "1".repeat(13)],
])("a %s of %j is refused", ([field, posted]) => {
  const form = { ...orderOf([["coffee", 1]]), ...gift, [field as string]: posted };
  expect(validate(orderForm, form).errors).toHaveProperty(field as string);
});

test("the delivery address counts once its box is ticked, and then needs a recipient", () => {
  const form = elsewhereForm([{ code: "SE", name: "Sweden" }]);
  const typed = { recipientName: " ", deliveryAddress: "", deliveryCountry: "NO", deliveryZipCode: "" };
  expect(validate(form, typed).errors).toBeUndefined();
  expect(validate(form, { ...typed, deliverElsewhere: "on" }).errors).toEqual({
    recipientName: "Recipient's name is required",
    deliveryAddress: "Delivery address is required",
    deliveryCountry: "Country is required",
    deliveryZipCode: "Zip code is required",
  });
  expect(shownFields({ ...typed, phone: "a", note: "a" }, { takesPhones: false })).toEqual({ note: "a" });
  expect(shownFields({ ...typed, phone: "a" }, { takesPhones: true })).toEqual({ phone: "a" });
  const ticked = { ...typed, deliverElsewhere: "on" };
  expect(shownFields(ticked, { takesPhones: false })).toEqual(ticked);
});

test("a company is needed once its box is ticked, and what is hidden doesn't count", () => {
  const typed = { company: " ", vatNumber: "?" };
  expect(validate(companyForm, typed).errors).toBeUndefined();
  expect(shownFields(typed, { takesPhones: true })).toEqual({});
  const ticked = { ...typed, forCompany: "on" };
  expect(validate(companyForm, ticked).errors).toEqual({ company: "Company is required" });
  expect(validate(companyForm, { ...ticked, company: "&".repeat(500_000) }).errors).toHaveProperty("company");
  expect(shownFields(ticked, { takesPhones: true })).toEqual(ticked);
});

/** A shop that sends to Norway and Sweden, with a customer. */
async function openNordicShop(engine: Parameters<typeof openTestShop>[0]) {
  const { shop, readMails } = await openTestShop(engine);
  const uid = await registerVerified(shop);
  await importRecords(shop.db, [catalogRecord({ stock: 9 })]);
  await setSettings(shop, { countries: "NO, SE", otherAddresses: "on" });
  await shop.db.updateTable("deliveryOptions").set({ countries: "NO" }).execute();
  await setUpDelivery(shop, { name: "PostNord", price: "7", countries: "SE" });
  return { shop, readMails, uid };
}

function giftOf(changes: object = {}) {
  return { ...orderOf([["coffee", 1]]), ...gift, deliveryCents: 700, ...changes };
}

const place = (shop: Shop, uid: string, form: ReturnType<typeof giftOf>) =>
  placeOrder(shop.db, uid, form, shop.now(), undefined, shop.settings);

forEachEngine((_, engine) => {
  test("the delivery address decides how an order is sent, and repeating it changes nothing", async () => {
    const { shop, uid } = await openNordicShop(engine);
    await expect(place(shop, uid, giftOf({ deliveryZipCode: undefined }))).rejects.toMatchObject({
      errors: { deliveryZipCode: "Zip code is required" },
    });
    await expect(place(shop, uid, giftOf({ deliveryCountry: "DK" }))).rejects.toMatchObject({
      errors: { deliveryCountry: "Country is required" },
    });
    expect((await readCheckout(shop, uid)).elsewhere).toEqual({});
    const form = giftOf();
    const number = await place(shop, uid, form);
    expect((await readOrders(shop.db)).map(toOrderJson)).toMatchObject([
      {
        ...{ orderNumber: number, name: "Grace Hopper", phone: "12345678", deliveryName: "PostNord" },
        ...{ billingAddress: gift.billingAddress, country: "SE", zipCode: "211 34" },
        ...{ deliveryAddress: gift.deliveryAddress, billingName: "Ada Lovelace" },
        ...{ billingCountry: "NO", billingZipCode: "0155" },
      },
    ]);
    expect(await place(shop, uid, form)).toBe(number);
    for (const changes of [
      { recipientName: "Grace" },
      { deliveryAddress: "Storgatan 3" },
      { deliveryZipCode: "211 35" },
      { zipCode: "0156" },
    ])
      await expect(place(shop, uid, { ...form, ...changes })).rejects.toThrow(IdempotencyConflictError);
    expect((await readCheckout(shop, uid)).elsewhere).toEqual({
      ...{ recipientName: "Grace Hopper", recipientPhone: "12345678", deliveryAddress: gift.deliveryAddress },
      ...{ country: "SE", zipCode: "211 34" },
    });
    await setSettings(shop, { otherAddresses: "" });
    expect((await readCheckout(shop, uid)).elsewhere).toBeUndefined();
  });

  test("a profile without an address has the last order's billing address suggested, and is left as it is", async () => {
    const { shop, uid } = await openNordicShop(engine);
    const suggested = async () => {
      const { billingAddress, area } = await readCheckout(shop, uid);
      return { billingAddress, ...area?.stored };
    };
    await place(shop, uid, giftOf());
    expect(await suggested()).toEqual({ billingAddress: "Storgata 1, Oslo", zipCode: "0155", country: "NO" });
    const noAddress = { street: "", zipCode: "", city: "", country: "" };
    await shop.db.updateTable("customers").set(noAddress).where("uid", "=", uid).execute();
    await place(
      shop,
      uid,
      giftOf({ checkoutKey: randomUUID(), billingAddress: "Lillegata 2, Bergen", zipCode: "5003" }),
    );
    expect(await suggested()).toEqual({ billingAddress: "Lillegata 2, Bergen", zipCode: "5003", country: "NO" });
    expect(await readCustomer(shop.db, uid)).toMatchObject(noAddress);

    await setSettings(shop, { countries: "SE" });
    expect(await suggested()).toEqual({ billingAddress: "Lillegata 2, Bergen", zipCode: "5003" });
    await setSettings(shop, { countries: "" });
    await shop.db.updateTable("deliveryOptions").set({ countries: "" }).execute();
    expect(await suggested()).toEqual({ billingAddress: "Lillegata 2, 5003 Bergen, Norway" });
  });

  test("receipt, mail, packing slip, invoice, search and CSV have both addresses", async () => {
    const { shop, readMails, uid } = await openNordicShop(engine);
    const { db } = shop;
    await registerForVat(shop);
    const home = await place(shop, uid, giftOf(atHome()));
    const number = await place(shop, uid, giftOf());
    const receipt = await readCustomersOrder(db, uid, number);
    const details = [
      ["Recipient", "Grace Hopper"],
      ["Shipping address", parcel],
      ["Billing address", buyer],
    ];
    expect(receipt && receiptDetails(receipt, { timeZone: "UTC", locale: "en" })).toEqual(
      expect.arrayContaining(details),
    );
    expect(await readParcels(db, [home, number], 2)).toMatchObject([
      { name: "Ada Lovelace", address: buyer },
      { name: "Grace Hopper", address: parcel },
    ]);
    const [invoice] = await readDocuments(db, number);
    const described = invoice && describeDocument(invoice, "en");
    expect(described?.buyer).toEqual(["Ada Lovelace", ...buyer.split("\n"), "ada@example.com"]);
    expect(described?.facts).toContainEqual(["Delivery address", `Grace Hopper\n${parcel}`]);
    await sendDueMails(shop);
    const mail = (await readMails()).find(({ subject }) => subject?.includes(number));
    expect(mail?.text).toContain(`Shipping address: ${parcel.replaceAll("\n", "\n  ")}`);
    expect(mail?.text).toContain(`Billing address: ${buyer.replaceAll("\n", "\n  ")}`);
    const find = async (text: string) =>
      (await findOrders(db, { text, sort: "newest", limit: 9 })).orders.map(({ orderNumber }) => orderNumber);
    expect(await find("hopper")).toEqual([number]);
    expect(await find("malmo")).toEqual([number]);
    expect(await find("lovelace storgata")).toEqual([number, home]);
    let csv = "";
    for await (const part of writeOrdersCsv(db, { sort: "oldest" }, "UTC")) csv += part;
    const [head, first, last] = csv.trim().split("\r\n");
    expect(head).toMatch(/,Phone,Billing address,Billing zip code,Billing country,Billing name$/);
    expect(first).toMatch(/,"Storgata 1, Oslo",1 × Filter Coffee,0155,NO,,,,,$/);
    expect(last).toMatch(/Malmö",1 × .*,211 34,SE,12345678,"Storgata 1, Oslo",0155,NO,Ada Lovelace$/);
  });

  test("staff correct both addresses, and the customer is told", async () => {
    const { shop, readMails, uid } = await openNordicShop(engine);
    const number = await place(shop, uid, giftOf());
    const { version } = await readAdminOrder(shop.db, number);
    const area = { country: "SE", zipCode: "211 34" };
    const same = { recipientName: "Grace Hopper", deliveryAddress: gift.deliveryAddress };
    const billing = { billingCountry: "NO", billingZipCode: "0155" };
    const correct = (elsewhere: object) =>
      correctAddress(shop, number, {
        ...{ actor: staff("olga@example.com"), version, area, billingAddress: gift.billingAddress },
        elsewhere: { ...same, ...billing, ...elsewhere },
      });
    await expect(correct({})).rejects.toThrow("This is already the order's address");
    await correct({ recipientName: "Grace Murray", deliveryAddress: "Storgatan 4\nMalmö" });
    const order = await readAdminOrder(shop.db, number);
    expect(order).toMatchObject({ recipientName: "Grace Murray", billingName: "Ada Lovelace", ...billing });
    expect(order.history.at(-1)?.note).toBe(
      "Formerly Grace Hopper, Storgatan 2, 211 34 Malmö, Sweden; billed to Storgata 1, 0155 Oslo, Norway",
    );
    await sendDueMails(shop);
    const mail = (await readMails()).find(({ subject }) => subject?.includes("was corrected"));
    expect(mail?.text).toContain("Grace Murray\nStorgatan 4\n211 34 Malmö");
    const found = await findOrders(shop.db, { text: "murray lovelace", sort: "newest", limit: 9 });
    expect(found.orders).toMatchObject([{ orderNumber: number }]);
  });
});

/** What makes a gift an order to its buyer. */
function atHome() {
  const fields = ["recipientName", "phone", "deliveryAddress", "deliveryCountry", "deliveryZipCode"];
  return { ...Object.fromEntries(fields.map((field) => [field, undefined])), deliveryCents: 0 };
}
