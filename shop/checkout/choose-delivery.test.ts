import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { mailShop } from "../../tests/support/mail-shop.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { sellAbroad } from "../../tests/support/sell-abroad.ts";
import { setDelivery } from "../../tests/support/set-delivery.ts";
import { deliveryId, setUpDelivery, setUpPlace } from "../../tests/support/set-up-delivery.ts";
import { registerForVat } from "../../tests/support/set-up-invoice.ts";
import { deleteDelivery } from "../delivery/change-delivery.ts";
import { deletePlace } from "../delivery/change-places.ts";
import { soldIn } from "../delivery/sale-area.ts";
import { orderMail } from "../mail/order-mail.ts";
import { toMailOrder } from "../orders/views/mail.ts";
import { type OrderDetails, readCustomersOrder } from "../orders/views/read-order.ts";
import { receiptDetails } from "../orders/views/receipt.ts";
import { writeOrdersCsv } from "../orders/views/write-orders-csv.ts";
import type { Shop } from "../shop.ts";
import type { OrderForm } from "./order-form.ts";
import { CartOutdatedError, placeOrder } from "./place-order.ts";
import { IdempotencyConflictError } from "./placed-order.ts";

const now = new Date("2026-11-20T12:00:00Z");

async function openDeliveries(engine: "sqlite" | "postgres") {
  const { shop } = await openTestShop(engine);
  const userId = await register(shop);
  await importRecords(shop.db, [catalogRecord()]);
  const place = (changes: Partial<OrderForm>) =>
    placeOrder(shop.db, userId, { ...orderOf([["coffee", 1]]), ...changes }, now);
  const detailsOf = async (orderNumber: string) => {
    const receipt = await readCustomersOrder(shop.db, userId, orderNumber);
    return receipt && Object.fromEntries(receiptDetails(receipt, { timeZone: "Europe/Oslo", locale: "en" }));
  };
  const mailOf = async (orderNumber: string) => {
    const receipt = (await readCustomersOrder(shop.db, userId, orderNumber)) as OrderDetails;
    return orderMail({ order: toMailOrder(receipt), link: "/", shop: mailShop(), firstName: "Ada", progress: [] }).text;
  };
  return { shop, place, detailsOf, mailOf };
}

async function csvOf({ db }: Shop) {
  let csv = "";
  for await (const part of writeOrdersCsv(db, { sort: "oldest" }, "Europe/Oslo")) csv += part;
  return csv.split("\r\n").map((row) => row.split(",").slice(11, 12).join());
}

forEachEngine((_, engine) => {
  test("an order keeps the option that its customer chose, or the cheapest one that delivers to the address", async () => {
    const { shop, place, detailsOf, mailOf } = await openDeliveries(engine);
    await setDelivery(shop, { price: "4.90", days: "5" });
    const alone = await place({ deliveryCents: 490 });
    const express = await setUpDelivery(shop, { name: "Express", price: "9.90", days: "1" });
    await setUpDelivery(shop, { name: "By bike", price: "2", days: "2", postcodes: "50*" });
    const oslo = { country: "NO", zipCode: "0155" };
    const chosen = await place({ ...oslo, delivery: express, deliveryCents: 990 });
    const cheapest = await place({ ...oslo, deliveryCents: 490 });
    await setUpDelivery(shop, { name: "Pick up in Bergen", price: "", pickup: "on" });
    const local = await place({
      deliveryCents: 200,
      billingAddress: "Torget 1, Bergen",
      country: "NO",
      zipCode: "5003",
    });
    expect(await detailsOf(alone)).not.toHaveProperty("Delivery");
    expect(await detailsOf(chosen)).toMatchObject({ Delivery: "Express", "Estimated delivery": "21 November 2026" });
    expect(await detailsOf(cheapest)).toMatchObject({ Delivery: "Standard", "Estimated delivery": "25 November 2026" });
    expect(await detailsOf(local)).toMatchObject({ Delivery: "By bike" });
    expect(await mailOf(local)).toContain("\nDelivery: By bike\n");
    await deleteDelivery(shop, express, "olga@example.com");
    expect(await detailsOf(chosen)).toMatchObject({ Delivery: "Express" });
    expect(await csvOf(shop)).toEqual(["Delivery", "", "Express", "Standard", "By bike", ""]);
  });

  test("nothing is ordered when the option has changed, is gone or isn't for the address", async () => {
    const { shop, place: placeAnywhere } = await openDeliveries(engine);
    const bike = await setUpDelivery(shop, { name: "By bike", price: "", days: "2", postcodes: "50*" });
    const place = (changes: Partial<OrderForm>) => placeAnywhere({ country: "NO", zipCode: "0155", ...changes });
    await expect(place({ delivery: bike })).rejects.toThrow("This delivery option isn't available for your address");
    const delivery = await deliveryId(shop);
    const changed = "This delivery option has changed";
    await expect(place({ delivery, deliverySeen: { name: "Standard", days: 2 } })).rejects.toThrow(changed);
    await expect(place({ delivery, deliverySeen: { name: "Post", days: 3 } })).rejects.toThrow(changed);
    await expect(place({ delivery: 999 })).rejects.toThrow(changed);
    await setDelivery(shop, { price: "4.90" });
    await expect(place({ delivery })).rejects.toThrow(CartOutdatedError);
    await setDelivery(shop, { disabled: "on" });
    await expect(place({ delivery })).rejects.toThrow("We don't deliver to this address");
    await expect(place({})).rejects.toMatchObject({ errors: { zipCode: expect.any(String) } });
    expect(await shop.db.selectFrom("orders").select("id").execute()).toEqual([]);
    expect(await shop.db.selectFrom("products").select("stock").execute()).toEqual([{ stock: 40 }]);
  });

  test("a repeated purchase finds its order after the option is gone, and another option is another purchase", async () => {
    const { shop, place } = await openDeliveries(engine);
    const express = await setUpDelivery(shop, { price: "" });
    const delivery = await deliveryId(shop);
    const { checkoutKey } = orderOf([]);
    const number = await place({ checkoutKey, delivery: express });
    await deleteDelivery(shop, express, "olga@example.com");
    expect(await place({ checkoutKey, delivery: express })).toBe(number);
    expect(await place({ checkoutKey })).toBe(number);
    await expect(place({ checkoutKey, delivery })).rejects.toThrow(IdempotencyConflictError);
  });
});

test("an order keeps the place that its customer chose, and nothing is ordered when it is gone or another one", async () => {
  const { shop, place, detailsOf } = await openDeliveries("sqlite");
  const delivery = await setUpDelivery(shop, { name: "Pickup", price: "", pickup: "on" });
  const other = await setUpDelivery(shop, { name: "Elsewhere", price: "", pickup: "on" });
  const bergen = await setUpPlace(shop, delivery, { name: "Bergen", street: "Bryggen 1", hours: "Mon 10–18" });
  const oslo = await setUpPlace(shop, delivery, { name: "Oslo" });
  const foreign = await setUpPlace(shop, other, { name: "Voss" });
  const { checkoutKey } = orderOf([]);
  const number = await place({ checkoutKey, delivery, pickupPlace: oslo });
  expect(await detailsOf(await place({ delivery }))).toMatchObject({
    "Pickup address": "Bergen\nBryggen 1\nMon 10:00–18:00\nTue–Sun closed\nHolidays closed",
  });
  const seen = { name: "Pickup", days: 1, place: "Bergen, Bryggen 2" };
  const changed = "This pickup place has changed";
  await expect(place({ delivery, pickupPlace: bergen, deliverySeen: seen })).rejects.toThrow(changed);
  await place({ delivery, pickupPlace: bergen, deliverySeen: { ...seen, place: "Bergen, Bryggen 1" } });
  const gone = { message: "This pickup place is no longer available. Please choose another one" };
  await expect(place({ delivery, pickupPlace: foreign })).rejects.toMatchObject({
    ...gone,
    errors: { delivery: gone.message },
  });
  await expect(place({ pickupPlace: bergen })).rejects.toThrow("This delivery option has changed");
  await deletePlace(shop, { optionId: delivery, placeId: oslo }, "olga@example.com");
  await expect(place({ delivery, pickupPlace: oslo })).rejects.toThrow(gone.message);
  expect(await place({ checkoutKey, delivery, pickupPlace: oslo })).toBe(number);
  await expect(place({ checkoutKey, delivery, pickupPlace: bergen })).rejects.toThrow(IdempotencyConflictError);
  expect(await detailsOf(number)).toMatchObject({ "Pickup address": "Oslo" });
});

test("the VAT of a collected order is that of its place's country", async () => {
  const { shop, place } = await openDeliveries("sqlite");
  await registerForVat(shop);
  await sellAbroad(shop, { country: "SE", oss: "on" });
  const delivery = await setUpDelivery(shop, { name: "Pickup", price: "", pickup: "on" });
  const here = await setUpPlace(shop, delivery, { name: "Bergen" });
  const abroad = await setUpPlace(shop, delivery, { name: "Berlin", country: "DE", zipCode: "10115" });
  const area = { country: "NO", zipCode: "0155" };
  for (const pickupPlace of [here, abroad]) await place({ ...area, delivery, pickupPlace });
  const orders = await shop.db.selectFrom("orders").selectAll().orderBy("id").execute();
  expect(orders.map(({ vatKind }) => vatKind)).toEqual([null, "destination"]);
  expect(orders.map(soldIn)).toEqual([
    { country: null, zipCode: null },
    { country: "DE", zipCode: "10115" },
  ]);
});

test("an order to pick up says when it is ready", async () => {
  const { shop, place, detailsOf } = await openDeliveries("sqlite");
  const delivery = await setUpDelivery(shop, { name: "Pick up in Oslo", price: "", pickup: "on" });
  await setDelivery(shop, { disabled: "on" });
  const details = await detailsOf(await place({ delivery, billingAddress: "Anywhere 1" }));
  expect(details).toMatchObject({
    Delivery: "Pick up in Oslo",
    "Billing address": "Anywhere 1",
    "Ready for pickup": "21 November 2026",
  });
  expect(await detailsOf(await place({}))).toMatchObject({ Delivery: "Pick up in Oslo" });
});
