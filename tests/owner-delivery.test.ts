import { expect } from "vitest";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";
import { deliveryId } from "./support/set-up-delivery.ts";

test("an owner adds, moves, edits and deletes a delivery option, and orders name it", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "delivery-owner@example.com" });
  const inside = await shop.inside();
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  expect(await read("/owner/delivery")).toContain("Standard");
  const form = { name: "Express", price: "9,90", freeFrom: "100", days: "1" };
  const refused = await browser.sendForm("/owner/delivery/new", { ...form, name: "STANDARD", postcodes: "1-2" });
  expect(refused.status).toBe(422);
  const shownAgain = await refused.text();
  expect(shownAgain).toContain("Use zip codes such as 5003, ranges such as 0001-1299, or 50*");
  expect(shownAgain).toContain('value="STANDARD"');
  const twice = await browser.sendForm("/owner/delivery/new", { ...form, name: "STANDARD" });
  expect(await twice.text()).toContain("There is already an option STANDARD");
  expect((await browser.sendForm("/owner/delivery/new", form)).status).toBe(303);
  const list = await read("/owner/delivery");
  const nordic = { name: "Nordic", days: "4", daysFrom: "2", countries: "DK, SE", postcodes: "11*", disabled: "on" };
  expect((await browser.sendForm("/owner/delivery/new", nordic)).status).toBe(303);
  const longer = await read("/owner/delivery");
  for (const text of ["Denmark, Sweden: 11*", ">2–4<"]) expect(longer).toContain(text);
  for (const text of ["Express added", "$9.90, free from $100.00", "Everywhere", "Active"])
    expect(list).toContain(text);
  expect((await browser.sendForm("/owner/delivery/new", { name: "Corner shop", pickup: "on" })).status).toBe(303);
  const corner = await deliveryId(inside, "Corner shop");
  expect(await read("/owner/delivery")).toContain(`href="/owner/delivery/${corner}/places/new"`);
  expect(await read(`/owner/delivery/${corner}`)).toContain("customers read “Corner shop”, but no address");
  const place = { name: "Bakery", street: "Storgata 1", zipCode: "0155", city: "Oslo" };
  expect((await browser.sendForm(`/owner/delivery/${corner}/places/new`, place)).status).toBe(303);
  expect(await read("/owner/delivery")).not.toContain("/places/new");
  expect((await browser.sendForm(`/owner/delivery/${corner}`, { step: "delete" })).status).toBe(303);
  const id = await deliveryId(inside, "Express");
  expect((await browser.sendForm("/owner/delivery", { id: String(id), step: "up" })).status).toBe(303);
  expect(await read("/owner/delivery")).toMatch(/Express<\/a>.*Standard<\/a>/s);

  await importRecords(inside.db, [catalogRecord({ id: "delivered-coffee", title: "Delivered Coffee" })]);
  await registerVerified(inside, { email: "express@example.com" });
  const shopper = plainBrowser(shop.url, await signInCookies(inside, { email: "express@example.com" }));
  const order = orderOf([["delivered-coffee", 1]]);
  const answer = await shopper.sendJson("/orders", { ...order, delivery: 987_654 });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { errors: { delivery: "This delivery option has changed. Please check your choice" } },
  ]);
  const number = await orderOverWeb(shopper, { ...order, delivery: id, deliveryCents: 990 });
  const receipt = (await (await shopper.open(`/order-confirmation/${number}`)).text()).replaceAll("<!-- -->", "");
  expect(receipt).toMatch(/Delivery<\/dt>.*?Express/s);
  expect(await read(`/owner/orders/${number}`)).toMatch(/Delivery<\/dt>.*?Express/s);
  expect(await read(`/owner/packing-slips?order=${number}`)).toContain("Delivery: <strong>Express</strong>");
  expect(await read("/owner/pick-list")).toMatch(/Orders by delivery option.*Express/s);
  expect(await read("/owner/orders.csv")).toContain(',Express,"Storgata 1, 0155 Oslo",');

  const at = `/owner/delivery/${id}`;
  const seen = seenOn(await read(at));
  expect((await browser.sendForm(at, { ...seen, ...form, price: "12" })).status).toBe(303);
  const late = await browser.sendForm(at, { ...seen, ...form, price: "13" });
  expect(late.status).toBe(409);
  expect((await late.text()).replaceAll("<!-- -->", "")).toContain("Price: now “12.00”, you entered “13”");
  expect((await browser.sendForm(at, { step: "delete" })).status).toBe(303);
  expect((await browser.open(at)).status).toBe(404);
  const last = await browser.sendForm(`/owner/delivery/${await deliveryId(inside)}`, { step: "delete" });
  expect([last.status, await last.text()]).toEqual([
    422,
    expect.stringContaining("The shop needs at least one delivery option"),
  ]);
});

test("staff may not see or change delivery options", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "delivery-staff@example.com", role: "orders" });
  for (const path of ["/owner/delivery", "/owner/delivery/new", "/owner/delivery/1"]) {
    expect((await browser.open(path)).status).toBe(403);
    expect((await browser.sendForm(path, { name: "A", step: "up" })).status).toBe(403);
  }
});
