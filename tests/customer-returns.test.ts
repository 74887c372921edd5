import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readStock } from "#shop/catalog/lists/read-products.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { acceptReturn } from "#shop/orders/returns/answer-return.ts";
import { requestReturn } from "#shop/orders/returns/request-return.ts";
import { staff } from "#shop/orders/state/events.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { versionOf } from "./support/order-screen.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { setSettings } from "./support/set-settings.ts";
import { toForm } from "./support/to-form.ts";

/** As large as carriers' labels. */
const label = `%PDF-1.7\n${"%".repeat(200_000)}\n%%EOF\n`;

test("without scripts: a customer asks, the owner accepts with a label and refunds, and nobody else sees any of it", async ({
  shop,
}) => {
  const { number, customer, stranger } = await sellLemons(shop);
  const path = `/orders/${number}/return`;
  const receiptPath = `/order-confirmation/${number}`;
  const off = await textOf(customer, receiptPath);
  expect(off).not.toContain("Return items");
  expect(off).toMatch(new RegExp(`You can return items until .*contact.order=${number}.*Tell us which`));
  expect(await textOf(customer, "/")).toContain("Send us your order number and we'll take care of the rest.");
  expect(await textOf(customer, path)).toContain("This shop doesn't take return requests here");
  await setSettings(await shop.inside(), { customerReturns: "on", returnsPaidBy: "customer" });
  await eventually(async () => expect((await textOf(customer, receiptPath)).includes("Return items")).toBe(true));
  expect(await textOf(customer, "/orders")).toContain("Return items");

  const page = await textOf(customer, path);
  expect(await htmlProblems(page)).toEqual([]);
  const returnId = fieldOf(page, "returnId");
  const asked = { returnId, "quantity-0": "2", "reason-0": "damaged", comment: "<b>" };
  const unclear = await customer.sendForm(path, { ...asked, "reason-0": "constructor" });
  expect(unclear.status).toBe(400);
  expect(await unclear.text()).toContain("Choose a reason from the list");
  expect((await customer.sendForm(path, { ...asked, returnId: "x" })).status).toBe(400);
  for (const quantity of ["4", "-1", "1e3", "0"])
    expect((await customer.sendForm(path, { ...asked, "quantity-0": quantity })).status).toBeGreaterThanOrEqual(400);
  const flood = { ...asked, comment: " ".repeat(4000), "quantity-0": "9".repeat(4000) };
  expect((await customer.sendForm(path, flood)).status).toBe(400);
  expect((await stranger.sendForm(path, asked)).status).toBe(404);
  for (let sent = 0; sent < 2; sent++) expect((await customer.sendForm(path, asked)).status).toBe(302);
  const receipt = await textOf(customer, receiptPath);
  for (const told of [
    "Cancel return request",
    "You pay for sending the items back, unless they arrived damaged or wrong.",
    "Press “Return items” on your order and we'll take care of the rest.",
  ])
    expect(receipt).toContain(told);
  expect(await textOf(stranger, "/withdraw")).toContain("If you withdraw, you pay for sending the items back");

  const owner = await ownerBrowser(shop, { email: "returns-owner@example.com" });
  const screenPath = `/owner/orders/${number}`;
  expect(await textOf(owner, "/owner/orders?state=returns")).toContain(number);
  const screen = await textOf(owner, screenPath);
  expect(await htmlProblems(screen)).toEqual([]);
  expect(screen).toContain("because your address isn't in the settings");
  await setSettings(await shop.inside(), { sellerAddress: "Storgata 1\n0155 Oslo" });
  await eventually(async () => expect(await textOf(owner, screenPath)).toContain("send them to Torg, Storgata 1"));
  const accept = {
    step: "acceptReturn",
    returnId,
    version: versionOf(screen),
    "quantity-0": "1",
    instructions: "Soon",
  };
  const wrong = await owner.send(screenPath, formOf(accept, "not a PDF"));
  expect(wrong.status).toBe(409);
  expect(await wrong.text()).toContain("isn&#x27;t a PDF file");
  const large = await owner.send(screenPath, formOf(accept, "x".repeat(3 * 1024 * 1024)));
  expect(large.status).toBe(409);
  const again = await large.text();
  for (const told of ["Use a PDF of at most 2 MB as return label", "Soon</textarea>"]) expect(again).toContain(told);
  expect((await owner.send(screenPath, formOf(accept, label))).status).toBe(303);
  expect((await owner.send(screenPath, formOf(accept, label))).status, "twice").toBe(409);
  const labelPath = `/orders/${number}/returns/${returnId}/label.pdf`;
  const file = await customer.open(labelPath);
  expect([file.headers.get("content-type"), file.headers.get("content-disposition")]).toEqual([
    "application/pdf",
    expect.stringMatching(/^attachment/),
  ]);
  expect(await file.text()).toBe(label);
  expect((await stranger.open(labelPath)).status).toBe(404);
  expect((await stranger.sendForm(path, { step: "withdraw", returnId })).status).toBe(404);
  const late = await customer.sendForm(path, { step: "withdraw", returnId });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("already answered this return request");
  expect(await textOf(customer, receiptPath)).toContain("Download return label");

  const accepted = await textOf(owner, screenPath);
  expect(accepted, "unchecked").toMatch(new RegExp(`id="restock-${returnId}-0"[^>]* name="restock-0"/>`));
  const version = versionOf(accepted);
  const arrived = {
    step: "receiveReturn",
    returnId,
    version,
    "quantity-0": "1",
    "restock-0": "on",
    reason: "Your return",
  };
  expect((await owner.sendForm(screenPath, arrived)).status).toBe(303);
  expect((await owner.sendForm(screenPath, arrived)).status, "twice").toBe(409);

  const second = { ...asked, returnId: randomUUID(), "quantity-0": "1", "reason-0": "" };
  expect((await customer.sendForm(path, second)).status).toBe(302);
  expect(await textOf(customer, receiptPath)).toContain("No reason given");
  const plain = { ...accept, returnId: second.returnId, version: versionOf(await textOf(owner, screenPath)) };
  expect((await owner.sendForm(screenPath, { ...plain, instructions: "" })).status).toBe(303);
  expect(await textOf(customer, receiptPath)).toContain("Send the items to:\nTorg\nStorgata 1\n0155 Oslo");
  const order = await readAdminOrder((await shop.inside()).db, number);
  expect(order).toMatchObject({
    refundedCents: 1900,
    returns: [{ state: "received", items: [{ accepted: 1 }] }, { state: "accepted" }],
  });
  await setSettings(await shop.inside(), { customerReturns: "", returnsPaidBy: "", sellerAddress: "" });
});

test("of two items that come back, only the good one is restocked, and the form says what goes back", async ({
  shop,
}) => {
  const inside = await shop.inside();
  await setSettings(inside, { customerReturns: "on" });
  for (const [id, priceCents] of [
    ["lemons", 1900],
    ["avocados", 3500],
  ] as const)
    await inside.db.updateTable("products").set({ stock: 100, priceCents }).where("id", "=", id).execute();
  const uid = await registerVerified(inside, { email: "two-items@example.com" });
  const lines = orderOf([
    ["lemons", 2, 1900],
    ["avocados", 1, 3500],
  ]);
  const number = await placeOrder(inside.db, uid, lines, inside.now());
  const actor = staff("olga@example.com");
  await sendOrder(inside, number, { actor, carrier: null, tracking: null });
  await refundOrder(inside, number, { actor, amountCents: 1000, reason: "Sorry" });
  const returnId = randomUUID();
  const items = [
    { productId: "lemons", quantity: 2, reason: "tooSmall" },
    { productId: "avocados", quantity: 1, reason: "damaged" },
  ];
  await requestReturn(inside, { uid, orderNumber: number }, { returnId, comment: "", items });
  await acceptReturn(inside, number, returnId, { actor, instructions: "" });

  const owner = await ownerBrowser(shop, { email: "two-items-owner@example.com" });
  const screen = await textOf(owner, `/owner/orders/${number}`);
  const isTicked = (index: number) => new RegExp(`name="restock-${index}"[^>]* checked`).test(screen);
  expect([isTicked(0), isTicked(1)]).toEqual([true, false]);
  expect(screen).toContain("$63.00 if all come back. $10.00 of this order was refunded before");
  const arrived = { returnId, version: versionOf(screen), "quantity-0": "2", "quantity-1": "1", "restock-0": "on" };
  const stocks = () => Promise.all(["lemons", "avocados"].map((id) => readStock(inside.db, id)));
  const before = await stocks();
  const form = { step: "receiveReturn", ...arrived, reason: "Your return" };
  expect((await owner.sendForm(`/owner/orders/${number}`, form)).status).toBe(303);
  expect(await stocks()).toEqual([(before[0] ?? 0) + 2, before[1]]);
  expect(await readAdminOrder(inside.db, number)).toMatchObject({ refundedCents: 7300 });
  await setSettings(inside, { customerReturns: "" });
});

function formOf(fields: Record<string, string>, file: string) {
  const form = toForm(fields);
  form.set("label", new Blob([file]), "label.pdf");
  return form;
}

async function textOf(browser: PlainBrowser, path: string) {
  return (await (await browser.open(path)).text()).replaceAll("&#x27;", "'");
}

function fieldOf(page: string, name: string) {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
}

/** Three lemons that were sent to a customer, and another customer. */
async function sellLemons(shop: RunningShop) {
  const inside = await shop.inside();
  await inside.db.updateTable("products").set({ stock: 100, priceCents: 1900 }).where("id", "=", "lemons").execute();
  const [email, other] = ["returning@example.com", "stranger@example.com"];
  const uid = await registerVerified(inside, { email });
  await registerVerified(inside, { email: other });
  const number = await placeOrder(inside.db, uid, orderOf([["lemons", 3, 1900]]), inside.now());
  await sendOrder(inside, number, { actor: staff("olga@example.com"), carrier: null, tracking: null });
  const customer = plainBrowser(shop.url, await signInCookies(inside, { email }));
  const stranger = plainBrowser(shop.url, await signInCookies(inside, { email: other }));
  return { number, customer, stranger };
}
