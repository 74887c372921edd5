import { expect } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { changeOrder } from "#shop/orders/change-order.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { sendOrderForm, versionOf } from "./support/order-screen.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";

import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { ageSignIn, sendAfterSignIn } from "./support/sign-in-again.ts";
import { markPaidByStripe } from "./support/stripe-shop.ts";

let customers = 0;

/** Places a new customer's order for $19.00. @param provider takes the payment; without one the order is paid at once */
async function placeNewOrder(shop: RunningShop, provider?: string) {
  const inside = await shop.inside();
  await inside.db.updateTable("products").set({ stock: 100, priceCents: 1900 }).where("id", "=", "lemons").execute();
  const uid = await registerVerified(inside, { email: `refunded${++customers}@example.com` });
  const number = await placeOrder(inside.db, uid, orderOf([["lemons", 1, 1900]]), new Date(), provider);
  return { number, path: `/owner/orders/${number}` };
}

async function readOrder(shop: RunningShop, number: string) {
  return readAdminOrder((await shop.inside()).db, number);
}

async function screenOf(browser: PlainBrowser, path: string) {
  return (await browser.open(path)).text();
}

test("cancelling with a note refunds what was paid, after signing in again", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const email = "late-canceller@example.com";
  const browser = await ownerBrowser(shop, { email, role: "manager" });
  await ageSignIn(shop, email);
  const note = `One & “two” ${"茶".repeat(480)}`;
  const cancellation = { step: "cancel", note, version: versionOf(await screenOf(browser, path)) };
  await browser.sendForm(path, cancellation);
  expect(await readOrder(shop, number)).toMatchObject({ state: "paid", refundableCents: 1900 });
  expect((await sendAfterSignIn(browser, path, cancellation)).status).toBe(303);
  expect(await screenOf(browser, path)).toContain(note.replace("&", "&amp;"));
  expect(await readOrder(shop, number)).toMatchObject({ state: "cancelled", refundableCents: 0 });
});

test("actions that move no money need no recent sign-in", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const email = "late-sender@example.com";
  const browser = await ownerBrowser(shop, { email });
  await ageSignIn(shop, email);
  for (const form of [{ step: "note", note: "Fragile" }, { step: "send" }, { step: "deliver" }, { step: "return" }])
    expect((await browser.sendForm(path, form as never)).status, form.step).toBe(303);
  expect(await readOrder(shop, number)).toMatchObject({ state: "returned", refundableCents: 1900 });
});

test("when two people refund an order, the second sees the first's refund and keeps their input", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const owner = await ownerBrowser(shop);
  const staff = await ownerBrowser(shop, { email: "staff@example.com", role: "manager" });
  const [seenByOwner, seenByStaff] = [await screenOf(owner, path), await screenOf(staff, path)];
  const refund = { step: "refund", amount: "5.00", reason: "A <dent>" };
  expect((await staff.sendForm(path, { ...refund, version: versionOf(seenByStaff) })).status).toBe(303);
  const refused = await owner.sendForm(path, { ...refund, version: versionOf(seenByOwner) });
  expect(refused.status).toBe(409);
  const screen = await refused.text();
  expect(await htmlProblems(screen)).toEqual([]);
  expect(screen).toContain("Not refunded. Someone else changed this while you were editing.");
  expect(screen).toMatch(/<li[^>]*>Partially refunded \$5\.00 \(staff@example\.com, \d+ \w+ \d{4}, \d\d:\d\d\)<\/li>/);
  expect(screen).toMatch(/name="amount"[^>]* value="5.00"/);
  expect(screen).toMatch(/name="reason"[^>]* value="A &lt;dent&gt;"/);
  expect(await readOrder(shop, number)).toMatchObject({ refundableCents: 1400 });
  const cancellation = { step: "cancel", note: "Sold out", version: versionOf(seenByOwner) };
  const notCancelled = await owner.sendForm(path, cancellation);
  expect(notCancelled.status).toBe(409);
  expect(await notCancelled.text()).toMatch(/Not cancelled\. Someone else changed this.*name="note" value="Sold out"/s);
  expect((await owner.sendForm(path, { ...refund, version: versionOf(screen) })).status).toBe(303);
  expect(await readOrder(shop, number)).toMatchObject({ state: "paid", refundableCents: 900 });
});

test("a refund sent twice at once, or without the order's version, happens once", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop);
  const refund = { step: "refund", amount: "5.00", reason: "A dent" };
  expect((await browser.sendForm(path, refund)).status).toBe(409);
  const version = versionOf(await screenOf(browser, path));
  const answers = await Promise.all([1, 2, 3].map(() => browser.sendForm(path, { ...refund, version })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
  const refused = await answers.find(({ status }) => status === 409)?.text();
  expect(refused).toContain("Not refunded. You changed this order after opening this form.");
  expect(await readOrder(shop, number)).toMatchObject({ refundableCents: 1400 });
  expect((await browser.sendForm(path, { step: "cancel" })).status, "no version").toBe(409);
  expect((await sendOrderForm(browser, path, { step: "cancel" })).status).toBe(303);
});

test("cancelling an order that was just sent shows that it was sent", async ({ shop }) => {
  const { path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop);
  const version = versionOf(await screenOf(browser, path));
  const staff = await ownerBrowser(shop, { email: "staff@example.com", role: "manager" });
  await staff.sendForm(path, { step: "send" });
  const refused = await browser.sendForm(path, { step: "cancel", version });
  expect(await refused.text()).toMatch(
    /role="alert"[^>]*><p>Not cancelled\. Someone else changed this.*<li[^>]*>Sent \(staff@example\.com, /,
  );
});

test("refunding the full remaining amount needs a confirmation", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop);
  const refund = { step: "refund", amount: "19,00", reason: "Lost in the post" };
  const asked = await sendOrderForm(browser, path, refund);
  expect(asked.status).toBe(409);
  const screen = await asked.text();
  expect(await htmlProblems(screen)).toEqual([]);
  expect(screen).toContain("This refunds all $19.00. Tick the box to confirm, then press Refund.");
  expect(screen).toMatch(
    /<label[^>]*><input type="checkbox"[^>]*value="1900"[^>]*\/>Refund the full \$19\.00<\/label>/,
  );
  expect(screen).toMatch(/name="amount"[^>]* value="19,00"/);
  expect((await readOrder(shop, number)).refundableCents).toBe(1900);
  expect((await sendOrderForm(browser, path, { ...refund, amount: "4", confirm: "1900" })).status).toBe(303);
  const found = await screenOf(browser, "/owner/orders?state=refunds");
  expect(found).toMatch(new RegExp(`${number}.*\\$19\\.00[^$]*\\$4\\.00 refunded`, "s"));
  const rest = { ...refund, amount: "15.00" };
  const askedAgain = await sendOrderForm(browser, path, { ...rest, confirm: "1900" });
  expect(await askedAgain.text(), "another amount was confirmed").toContain("Refund the remaining $15.00");
  expect((await sendOrderForm(browser, path, { ...rest, confirm: "1500" })).status).toBe(303);
  expect(await readOrder(shop, number)).toMatchObject({ state: "refunded", refundableCents: 0 });
});

test("a failed refund is on the dashboard and in its list until it is refunded again or closed", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop, "stripe");
  const inside = await shop.inside();
  await markPaidByStripe(inside, number);
  const browser = await ownerBrowser(shop);
  expect((await sendOrderForm(browser, path, { step: "cancel" })).status).toBe(303);
  expect(await screenOf(browser, "/owner/orders?state=pending-refund")).toContain(number);
  const { id = "" } = (await readOrder(shop, number)).waitingRefunds[0] ?? {};
  const result = { state: "failed", externalId: "re_1", error: "The card <expired>" } as const;
  await changeOrder(inside, number, { type: "refundResult", refundId: id, result });
  const today = await screenOf(browser, "/owner");
  const [, link = ""] = /href="([^"]*)"[^>]*><span[^>]*>1<\/span><span[^>]*>Failed refund</.exec(today) ?? [];
  const list = await screenOf(browser, link);
  expect(list).toMatch(new RegExp(`${number}.*Cancelled.*Refund failed`, "s"));
  const screen = await screenOf(browser, path);
  expect(await htmlProblems(screen)).toEqual([]);
  expect(screen).toContain("The card &lt;expired&gt;");
  expect((await sendOrderForm(browser, path, { step: "close", reason: " " })).status).toBe(409);
  expect((await browser.sendForm(path, { step: "close", reason: "Paid in cash" })).status, "no version").toBe(409);
  expect((await sendOrderForm(browser, path, { step: "close", reason: "Paid in cash" })).status).toBe(303);
  expect(await screenOf(browser, "/owner")).not.toMatch(/>Failed refunds?</);
  expect(await screenOf(browser, link)).not.toContain(number);
  expect(await screenOf(browser, path)).toMatch(/Failed refund closed.*owner@example\.com.*Paid in cash/s);
});

test("closing a partially refunded return needs a reason", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop, { email: "closer@example.com", role: "manager" });
  for (const step of ["send", "return"]) await browser.sendForm(path, { step });
  const owed = "/owner/orders?state=owed";
  expect((await sendOrderForm(browser, path, { step: "refund", amount: "15", reason: "A cup broke" })).status).toBe(
    303,
  );
  expect(await screenOf(browser, owed)).toContain(number);
  const screen = await screenOf(browser, path);
  expect(screen).toContain("leaves $4.00 unrefunded");
  const closing = { step: "close", version: versionOf(screen) };
  const refused = await browser.sendForm(path, closing);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Enter a reason. Only the shop sees it.");
  expect((await browser.sendForm(path, { ...closing, reason: "One cup was <missing>" })).status).toBe(303);
  expect(await screenOf(browser, owed)).not.toContain(number);
  expect(await readOrder(shop, number)).toMatchObject({ state: "returned", refundedCents: 1500 });
});

test("a customer's pages never contain internal notes", async ({ shop }) => {
  const { number, path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop);
  await browser.sendForm(path, { step: "note", note: "Complains-often" });
  const { email } = await readOrder(shop, number);
  const customer = plainBrowser(shop.url, await signInCookies(await shop.inside(), { email }));
  for (const page of ["/profile", "/orders", `/order-confirmation/${number}`]) {
    const answer = await customer.open(page);
    expect(answer.status, page).toBe(200);
    expect(await answer.text(), page).not.toContain("Complains-often");
  }
});

test("an item that came back is refunded from the order's screen; what was typed stays after an error", async ({
  shop,
}) => {
  const { number, path } = await placeNewOrder(shop);
  const browser = await ownerBrowser(shop, { email: "returns@example.com", role: "manager" });
  expect(await screenOf(browser, path)).not.toContain("Return an item");
  await browser.sendForm(path, { step: "send" });
  const screen = await screenOf(browser, path);
  expect(screen).toContain("Return an item");
  const item = {
    step: "returnItem",
    productId: "lemons",
    restock: "on",
    reason: "Too sour",
    version: versionOf(screen),
  };
  const refused = await browser.sendForm(path, { ...item, quantity: "2", amount: "1" });
  expect(refused.status).toBe(409);
  const again = await refused.text();
  expect(again).toContain("Enter a number from 1 to 1.");
  expect(again).toContain('value="Too sour"');
  const returned = await browser.sendForm(path, { ...item, quantity: "1", amount: "", version: versionOf(again) });
  expect(returned.status).toBe(303);
  const done = (await screenOf(browser, path)).replaceAll("<!-- -->", "");
  expect(done).toContain("Item returned and restocked. $19.00 marked as refunded.");
  expect(done).toMatch(/1 × [^<]*, restocked/);
  expect(await readOrder(shop, number)).toMatchObject({ refundedCents: 1900, state: "refunded" });
});
