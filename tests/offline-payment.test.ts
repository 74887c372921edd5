import { expect } from "vitest";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { sendOrderForm } from "./support/order-screen.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";

test("with payment instructions customers order first, and owners mark their orders as paid", async ({ shop }) => {
  const [owner, inside] = [await ownerBrowser(shop), await shop.inside()];
  await registerVerified(inside);
  const customer = plainBrowser(shop.url, await signInCookies(inside));
  const read = async (path: string, browser = customer) => {
    const html = (await (await browser.open(path)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
    expect(await htmlProblems(html)).toEqual([]);
    return html;
  };
  const form = orderOf([["lemons", 1, 349]]);
  const early = await customer.sendJson("/orders", { ...form, paymentMethod: "invoice" });
  expect([early.status, await early.json()]).toEqual([
    409,
    { errors: { paymentMethod: "The ways to pay have changed. Please choose again" } },
  ]);

  const paymentInstructions = "Account 1234 56 78901 <b>\r\nwithin 14 days";
  expect((await owner.sendForm("/owner/settings", { paymentInstructions })).status).toBe(303);
  expect(await read("/owner/settings", owner)).toContain("Account 1234 56 78901 &lt;b&gt;");
  // The first answer has every process apply the new settings.
  expect((await customer.sendJson("/orders", form)).status).toBe(409);
  const orderNumber = await orderOverWeb(customer, { ...form, paymentMethod: "invoice" });
  expect(await orderOverWeb(customer, { ...form, paymentMethod: "invoice" })).toBe(orderNumber);
  const unpaid = await read(`/order-confirmation/${orderNumber}`);
  for (const text of [
    "Awaiting payment",
    "How to pay",
    "78901 &lt;b&gt;",
    "your order number, ",
    "ship it once you've paid",
  ])
    expect(unpaid).toContain(text);
  expect(unpaid).not.toContain("30 minutes");

  const again = () => customer.sendJson("/orders", { ...orderOf([["lemons", 1, 349]]), paymentMethod: "invoice" });
  for (let placed = 1; placed < 5; placed++) expect((await again()).status).toBe(200);
  const tooMany = await again();
  expect([tooMany.status, await tooMany.json()]).toEqual([
    409,
    { errors: { paymentMethod: "You have five unpaid orders. Please pay or cancel one of them first" } },
  ]);
  const today = await read("/owner", owner);
  for (const text of ["Orders awaiting payment", "By invoice or bank transfer."]) expect(today).toContain(text);

  const path = `/owner/orders/${orderNumber}`;
  expect(await read(path, owner)).toContain("once you've received $3.49.");
  expect((await sendOrderForm(owner, path, { step: "markPaid", note: "Thanks" })).status).toBe(303);
  const paid = await read(path, owner);
  expect(paid).toContain("Marked as paid. The customer is notified by email.");
  expect(paid).toContain("Mark as sent");
  expect((await sendOrderForm(owner, path, { step: "markPaid" })).status).toBe(409);
  expect(await read(`/order-confirmation/${orderNumber}`)).not.toContain("How to pay");
});

test("without a provider and instructions the checkout says that no money is taken", async ({ shop }) => {
  const owner = await ownerBrowser(shop, { email: "other@example.com" });
  const inside = await shop.inside();
  await registerVerified(inside, { email: "bob@example.com" });
  const customer = plainBrowser(shop.url, await signInCookies(inside, { email: "bob@example.com" }));
  // A form that was posted without scripts shows the checkout's own.
  const checkout = async () => {
    const answer = await customer.sendForm("/checkout", { paymentMethod: "", billingAddress: "" });
    return (await answer.text()).replaceAll("&#x27;", "'");
  };
  const save = async (paymentInstructions: string) => {
    const seen = seenOn(await (await owner.open("/owner/settings")).text());
    expect((await owner.sendForm("/owner/settings", { paymentInstructions, ...seen })).status).toBe(303);
  };
  await save("Account 1234");
  await expect.poll(checkout).toContain("You'll pay by invoice or bank transfer after you order.");
  expect(await checkout()).not.toContain("Card Number");
  expect(await checkout()).not.toContain("We accept");
  await save("");
  await expect.poll(checkout).toContain("and no money is taken.");
  expect(await checkout()).toContain("Card Number");
});
