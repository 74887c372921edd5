import { expect } from "vitest";
import { declareWithdrawal } from "#shop/orders/withdrawals/declare-withdrawal.ts";
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
  const withdrawn = await withdrawFromLast(inside);
  expect((await again()).status, "what customers withdrew from isn't theirs to pay").toBe(200);
  expect((await again()).status).toBe(409);
  const page = await read(`/order-confirmation/${withdrawn}`);
  expect(page).toMatch(/You withdrew from this order on [^.]*\. You don't have to pay for it\./);
  for (const text of [
    "Awaiting payment",
    "How to pay",
    "Cancel order",
    "aren't paid by",
    `/withdraw?order=${withdrawn}`,
  ])
    expect(page).not.toContain(text);
  expect(await read("/orders")).toContain("Withdrawn on ");

  const today = await read("/owner", owner);
  for (const text of ["Orders awaiting payment", "By invoice or bank transfer."]) expect(today).toContain(text);

  const list = "/owner/orders?state=awaiting-payment";
  const listed = await read(list, owner);
  for (const text of [orderNumber, "Mark as paid"]) expect(listed).toContain(text);
  expect(listed, "there are no invoices").not.toContain("Send reminder");
  const values = [...listed.matchAll(/name="order" value="(\w+)"/g)].flatMap(([, value]) => value ?? []);
  const other = values.find((value) => value !== orderNumber && value !== withdrawn) ?? "";
  const selected: [string, string][] = [
    ["step", "pay"],
    ["order", other],
  ];
  expect((await owner.sendForm(list, selected)).status).toBe(303);
  expect(await read(list, owner)).toContain("1 order marked as paid.");

  const path = `/owner/orders/${orderNumber}`;
  expect(await read(path, owner)).toContain("once you've received $3.49.");
  expect((await sendOrderForm(owner, path, { step: "markPaid", note: "Thanks" })).status).toBe(303);
  const paid = await read(path, owner);
  expect(paid).toContain("Marked as paid. No mail server is set up, so no email reaches the customer.");
  expect(paid).toContain("Mark as sent");
  expect((await sendOrderForm(owner, path, { step: "markPaid" })).status).toBe(409);
  expect((await sendOrderForm(owner, path, { step: "undoPaid" })).status).toBe(303);
  const undone = await read(path, owner);
  for (const text of ["No longer marked as paid.", "Awaiting payment", "Paid undone"]) expect(undone).toContain(text);
  expect((await sendOrderForm(owner, path, { step: "markPaid" })).status).toBe(303);
  expect(await read(`/order-confirmation/${orderNumber}`)).not.toContain("How to pay");
});

/** The customer withdraws from their newest order. @returns its number */
async function withdrawFromLast(shop: Parameters<typeof declareWithdrawal>[0]) {
  const newest = shop.db.selectFrom("orders").innerJoin("customers", "customers.uid", "orders.userId");
  const { orderNumber, email } = await newest
    .select(["orderNumber", "email"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const statement = { withdrawalId: crypto.randomUUID(), name: "Ada", orderNumber, email, items: "" };
  await declareWithdrawal(shop, statement, { address: "192.0.2.1", isOwn: true });
  return orderNumber;
}

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

test("with invoices first, owners list unpaid orders, remind customers and mark selected orders as paid", async ({
  shop,
}) => {
  const owner = await ownerBrowser(shop, { email: "invoices@example.com" });
  const inside = await shop.inside();
  const email = "carl@example.com";
  await registerVerified(inside, { email });
  const customer = plainBrowser(shop.url, await signInCookies(inside, { email }));
  const read = async (path: string, browser = owner) => {
    const html = (await (await browser.open(path)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
    expect(await htmlProblems(html)).toEqual([]);
    return html;
  };
  const save = async (fields: Record<string, string>) => {
    const answer = await owner.sendForm("/owner/settings", { ...seenOn(await read("/owner/settings")), ...fields });
    return { status: answer.status, html: (await answer.text()).replaceAll("&#x27;", "'") };
  };
  const invoices = { invoicesFirst: "on", sendsUnpaid: "on" };
  expect((await save(invoices)).html).toContain("Enter the account that invoices are paid to");
  expect((await save({ ...invoices, bankAccount: "8601 11 17948" })).html).toContain("Check the number");
  expect((await save({ ...invoices, bankAccount: "8601 11 17947" })).status).toBe(303);
  const place = () => orderOverWeb(customer, { ...orderOf([["lemons", 1, 349]]), paymentMethod: "invoice" });
  const numbers = [await place(), await place()];
  const [first = "", second = ""] = numbers;
  const receipt = await read(`/order-confirmation/${first}`, customer);
  for (const text of ["How to pay", "8601 11 17947", "KID", "Please use the KID when you pay."])
    expect(receipt).toContain(text);

  const unpaid = await read("/owner/orders?state=unpaid");
  for (const text of [first, second, "Mark as paid", "Send reminder"]) expect(unpaid).toContain(text);
  expect(await read("/owner/orders?state=overdue")).not.toContain(first);
  const mark = (step: string, orders: string[]) =>
    owner.sendForm("/owner/orders?state=unpaid", [["step", step], ...orders.map((order) => ["order", order])]);
  expect((await mark("remind", numbers)).status).toBe(303);
  const again = await mark("remind", numbers);
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("already reminded today")]);
  expect((await mark("pay", [first])).status).toBe(303);
  expect(await read("/owner/orders?state=unpaid")).toContain("1 order marked as paid.");
  const twice = await mark("pay", numbers);
  expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining("1 marked as paid.")]);
  const shown = await read(`/owner/orders/${second}`);
  for (const text of ["Invoice issued", "Reminder sent", "KID"]) expect(shown).toContain(text);
  expect((await save({ invoicesFirst: "", sendsUnpaid: "", bankAccount: "" })).status).toBe(303);
});
