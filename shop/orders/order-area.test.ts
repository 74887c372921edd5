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
import { orderForm } from "../checkout/order-form.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { IdempotencyConflictError } from "../checkout/placed-order.ts";
import { describeDocument } from "../documents/describe-document.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { validate } from "../forms/validate.ts";
import { toOrderJson } from "./views/admin.ts";
import { findOrders } from "./views/find-orders.ts";
import { readCustomersOrder, readOrders } from "./views/read-order.ts";
import { readParcels } from "./views/read-parcels.ts";
import { receiptDetails } from "./views/receipt.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

const belfast = { billingAddress: "1 High Street\nBelfast, Northern Ireland", country: "GB", zipCode: "BT1 1AA" };

test.for<[posted: object, kept: object]>([
  [
    { country: " se ", zipCode: " 115 23 " },
    { country: "SE", zipCode: "115 23" },
  ],
  [
    { country: "", zipCode: "" },
    { country: undefined, zipCode: undefined },
  ],
  [{}, {}],
])("the country and zip code %j of a checkout are kept as %j", ([posted, kept]) => {
  expect(validate(orderForm, { ...orderOf([["coffee", 1]]), ...posted }).values).toMatchObject(kept);
});

test.for([
  ["country", "Sweden"],
  ["country", "XX"],
  ["country", 47],
  ["zipCode", "1".repeat(13)],
  ["zipCode", {}],
])("a %s of %j is refused", ([field, posted]) => {
  expect(validate(orderForm, { ...orderOf([["coffee", 1]]), [field as string]: posted }).errors).toHaveProperty(
    field as string,
  );
});

forEachEngine((_, engine) => {
  test("country and zip code decide about the delivery, whatever the address says", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
    await setSettings(shop, { countries: "IE, GB, HK" });
    await setUpDelivery(shop, { name: "Irish post", price: "3", countries: "IE" });
    await setUpDelivery(shop, { name: "Royal Mail", price: "7", countries: "GB" });
    await shop.db.updateTable("deliveryOptions").set({ countries: "HK" }).where("name", "=", "Standard").execute();
    const place = (changes: object) =>
      placeOrder(shop.db, uid, { ...orderOf([["coffee", 1]]), ...changes }, shop.now());

    await expect(place({ deliveryCents: 700 })).rejects.toMatchObject({
      errors: { country: "Country is required", zipCode: "Zip code is required" },
    });
    await expect(place({ country: "GB" })).rejects.toMatchObject({ errors: { zipCode: "Zip code is required" } });
    await expect(place({ country: "NO", zipCode: "0155" })).rejects.toMatchObject({
      errors: { country: "Country is required" },
    });
    const number = await place({ ...belfast, deliveryCents: 700 });
    const hongKong = await place({ billingAddress: "1 Queen's Road, Ireland", country: "HK" });
    expect((await readOrders(shop.db)).map(toOrderJson)).toMatchObject([
      { orderNumber: hongKong, country: "HK", zipCode: null, deliveryName: "Standard" },
      { orderNumber: number, ...belfast, deliveryName: "Royal Mail" },
    ]);
  });

  test("an order's country and zip code are on its receipt, mail, packing slip, invoice and in its CSV", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const { db } = shop;
    const uid = await registerVerified(shop);
    await importRecords(db, [catalogRecord({ stock: 6 })]);
    await registerForVat(shop);
    const before = await placeOrder(db, uid, orderOf([["coffee", 1]]), shop.now());
    await setSettings(shop, { countries: "IE, GB" });
    const form = { ...orderOf([["coffee", 1]]), ...belfast };
    const number = await placeOrder(db, uid, form, shop.now(), undefined, shop.settings);

    const lines = "1 High Street\nBelfast, Northern Ireland\nBT1 1AA\nUnited Kingdom";
    const receipt = await readCustomersOrder(db, uid, number);
    expect(receipt && receiptDetails(receipt, { timeZone: "UTC", locale: "en" })).toContainEqual([
      "Shipping address",
      lines,
    ]);
    expect(await readParcels(db, [before, number], 2)).toMatchObject([
      { address: "Storgata 1, 0155 Oslo" },
      { address: lines },
    ]);
    const [invoice] = await readDocuments(db, number);
    expect(invoice?.buyer).toMatchObject({ address: belfast.billingAddress, country: "GB", zipCode: "BT1 1AA" });
    expect(invoice && describeDocument(invoice, "en").buyer).toEqual([
      "Ada Lovelace",
      ...lines.split("\n"),
      "ada@example.com",
    ]);
    await sendDueMails(shop);
    const mail = (await readMails()).find(({ subject }) => subject?.includes(number));
    expect(mail?.text).toContain(`Shipping address: ${lines.replaceAll("\n", "\n  ")}`);

    let csv = "";
    for await (const part of writeOrdersCsv(db, { sort: "oldest" }, "UTC")) csv += part;
    expect(csv).toMatch(
      /,Items,Zip code,Country\r\n.*,"Storgata 1, 0155 Oslo",1 × Filter Coffee,,\r\n.*Northern Ireland",1 × Filter Coffee,BT1 1AA,GB\r\n$/s,
    );
    const found = await findOrders(db, { text: "BT1 1AA", sort: "newest", limit: 9 });
    expect(found.orders).toMatchObject([{ orderNumber: number }]);

    expect(await placeOrder(db, uid, form, shop.now())).toBe(number);
    const moved = placeOrder(db, uid, { ...form, zipCode: "BT1 1AB" }, shop.now());
    await expect(moved).rejects.toThrow(IdempotencyConflictError);
  });
});
