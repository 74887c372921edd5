import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { address, callerOf, linesOf, newCheckoutFormOf, shippedTo } from "../../tests/support/platforms.ts";
import { setDelivery } from "../../tests/support/set-delivery.ts";
import { placeOrder } from "../checkout/place-order.ts";
import type { Shop } from "../shop.ts";
import { readAskedAddress } from "./asked-address.ts";
import { createCheckout } from "./checkouts.ts";

const coffee = { id: "coffee", title: "Coffee", price: 9.5, stock: 10 };
const ada = { email: "ada@example.com", emailVerified: true };
const office = {
  ...{ street_address: "Bryggen 7", postal_code: "5003", address_locality: "Bergen", address_country: "NO" },
  ...{ first_name: "Ada", last_name: "Lovelace" },
};
const toBergen = {
  text: "Bryggen 7, 5003 Bergen, Norway",
  fields: { billingAddress: "Bryggen 7, 5003 Bergen, Norway" },
};
const withoutAddress = { platform: "platform.example", products: ["coffee"] };

async function openLink(shop: Shop, sent: object) {
  const form = newCheckoutFormOf({ line_items: linesOf({ coffee: 1 }), ...sent });
  const { checkout } = await createCheckout(shop.db, callerOf(shop), form);
  const { continue_url = "" } = checkout as { continue_url?: string };
  return continue_url.slice(continue_url.lastIndexOf("/") + 1);
}

forEachEngine((_, engine) => {
  test("only the buyer whom a platform named sees the address that it sent", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const uid = await registerVerified(shop);
    const otherUid = await registerVerified(shop, { email: "eve@example.com" });
    const fulfillment = shippedTo(office);
    const read = (link: string, user: object = {}) =>
      readAskedAddress(shop.db, link, { user: { uid, ...ada, ...user }, now: shop.now() });
    const mine = await openLink(shop, { buyer: { email: "ADA@example.com " }, fulfillment });
    expect(await read(mine)).toEqual({ ...withoutAddress, address: toBergen });
    expect(await read(mine, { uid: otherUid, email: "eve@example.com" })).toEqual(withoutAddress);
    expect(await read(mine, { emailVerified: false })).toBeUndefined();
    for (const buyer of [{ email: "grace@example.com" }, { email: "" }, { first_name: "Ada" }])
      expect(await read(await openLink(shop, { buyer, fulfillment }))).toEqual(withoutAddress);
    expect(await read(await openLink(shop, { fulfillment }))).toEqual(withoutAddress);
    for (const link of ["nothing", "\0", "x".repeat(500_000)]) expect(await read(link)).toBeUndefined();

    await placeOrder(shop.db, uid, { ...orderOf([["coffee", 1]]), platformCheckout: mine }, shop.now());
    expect(await read(mine)).toBeUndefined();
    const expired = await openLink(shop, { buyer: { email: ada.email }, fulfillment });
    await shop.db.updateTable("platformCheckouts").set({ expiresAt: 1 }).execute();
    expect(await read(expired)).toBeUndefined();
  });

  test("there is nothing to say of the customer's own address, of none, or of a pickup", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord(coffee)]);
    const uid = await registerVerified(shop);
    const read = async (sent: object) =>
      readAskedAddress(shop.db, await openLink(shop, { buyer: { email: ada.email }, ...sent }), {
        ...{ user: { uid, ...ada }, now: shop.now() },
      });
    expect(await read({})).toBeUndefined();
    expect(await read({ fulfillment: shippedTo({ ...address, street_address: " STORGATA 1" }) })).toBeUndefined();
    expect(await read({ fulfillment: shippedTo({ postal_code: "5003", address_country: "NO" }) })).toBeUndefined();
    expect(await read({ fulfillment: { methods: [{ type: "pickup", destinations: [office] }] } })).toBeUndefined();
    const long = shippedTo({ ...office, street_address: "x".repeat(199) });
    expect(await read({ fulfillment: long })).toEqual(withoutAddress);
    const other = shippedTo({ ...office, extended_address: "2nd floor", first_name: "Grace", last_name: "Hopper" });
    expect(await read({ fulfillment: other })).toMatchObject({
      address: { text: "Grace Hopper, Bryggen 7, 2nd floor, 5003 Bergen, Norway" },
    });
    await setDelivery(shop, { countries: "NO" });
    expect(await read({ fulfillment: shippedTo(office) })).toMatchObject({
      address: { ...toBergen, fields: { billingAddress: "Bryggen 7, Bergen", zipCode: "5003", country: "NO" } },
    });
  });
});
