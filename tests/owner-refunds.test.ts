import { expect } from "vitest";
import { placeOrder } from "#shop/orders/place-order.ts";
import { readOwnersOrder } from "#shop/orders/read-owners-order.ts";
import { registerVerified } from "./support/customers.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { ageSignIn, signInAgain } from "./support/sign-in-again.ts";

let customers = 0;

/** Places a new customer's order of one piece for $19.00. @param provider takes its payment; without one it is paid at once */
async function placeNewOrder(shop: RunningShop, provider?: string) {
  const inside = await shop.inside();
  await inside.db.updateTable("products").set({ stock: 100, priceCents: 1900 }).where("id", "=", "lemons").execute();
  const uid = await registerVerified(inside, { email: `refunded${++customers}@example.com` });
  const number = await placeOrder(inside.db, uid, orderOf([["lemons", 1, 1900]]), new Date(), provider);
  return { number, path: `/owner/orders/${number}` };
}

async function readOrder(shop: RunningShop, number: string) {
  return readOwnersOrder((await shop.inside()).db, number);
}

async function uidOf(shop: RunningShop, email: string) {
  const customer = (await shop.inside()).db.selectFrom("customers").select("uid").where("email", "=", email);
  return (await customer.executeTakeFirstOrThrow()).uid;
}

test("cancelling asks for a recent sign-in, and the note is still typed afterwards", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const email = "late-canceller@example.com";
  const browser = await ownerBrowser(shop, { email, role: "staff" });
  await ageSignIn(shop, await uidOf(shop, email));
  expect(await (await browser.open(path)).text()).toContain("Sign in again to cancel");
  const cancellation = { step: "cancel", note: `One & “two” ${"茶".repeat(480)}` };
  const refused = await browser.sendForm(path, cancellation);
  expect(refused.status).toBe(403);
  expect(await readOrder(shop, number)).toMatchObject({ state: "paid", refundableCents: 1900 });
  const back = await signInAgain(browser, await refused.text());
  expect(back.split("?")[0]).toBe(path);
  const screen = await (await browser.open(back)).text();
  expect(screen).toContain(`value="One &amp; “two” ${"茶".repeat(480)}"`);
  expect(await readOrder(shop, number)).toMatchObject({ state: "paid" });
  expect((await browser.sendForm(path, cancellation)).status).toBe(303);
  expect(await readOrder(shop, number)).toMatchObject({ state: "cancelled", refundableCents: 0 });
});

test("steps that move no money ask for no recent sign-in", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const email = "late-sender@example.com";
  const browser = await ownerBrowser(shop, { email });
  await ageSignIn(shop, await uidOf(shop, email));
  for (const form of [{ step: "note", note: "Fragile" }, { step: "send" }, { step: "deliver" }, { step: "return" }])
    expect((await browser.sendForm(path, form as never)).status, form.step).toBe(303);
  expect(await readOrder(shop, number)).toMatchObject({ state: "returned", refundableCents: 1900 });
});
