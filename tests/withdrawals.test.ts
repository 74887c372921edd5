import { expect } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import { withdrawalKey } from "#shop/orders/withdrawals/withdrawal-key.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

test("without scripts: a visitor withdraws, learns nothing about orders, and the owner sees it", async ({ shop }) => {
  const { number, email, customer, key } = await sellLemons(shop);
  const visitor = plainBrowser(shop.url);
  expect(await textOf(visitor, "/")).toContain("Withdraw from contract here");
  // There, "here" resets the password.
  expect(await textOf(visitor, "/sign-in")).toMatch(/Withdraw from contract(?! here)/);
  for (const path of [`/order-confirmation/${number}`, "/orders"])
    expect(await textOf(customer, path)).toContain(`/withdraw?order=${number}`);

  const page = await textOf(visitor, `/withdraw?order=${number}`);
  expect(await htmlProblems(page)).toEqual([]);
  expect(page).not.toContain("Lemon");
  const withdrawalId = fieldOf(page, "withdrawalId");
  const empty = await visitor.sendForm("/withdraw", { withdrawalId, scope: "items" });
  expect(empty.status).toBe(400);
  expect(await empty.text()).toContain("Name is required");
  for (const [browser, path] of [
    [visitor, `/withdraw?order=${number}&key=${key}`],
    [customer, `/withdraw?order=${number}`],
  ] as const) {
    const known = await textOf(browser, path);
    expect(known).toContain("Lemon");
    expect([fieldOf(known, "orderNumber"), fieldOf(known, "email")]).toEqual([number, email]);
    expect(fieldOf(known, "name")).not.toBe("");
  }
  expect([fieldOf(page, "name"), fieldOf(page, "email")]).toEqual(["", ""]);

  const statement = { withdrawalId, name: "<b>", orderNumber: number, email, scope: "whole", items: "" };
  const sent = await visitor.sendForm("/withdraw", statement);
  const unknown = await visitor.sendForm("/withdraw", {
    ...{ ...statement, withdrawalId: fieldOf(await textOf(visitor, "/withdraw"), "withdrawalId") },
    orderNumber: "ABCDEFGHIJ",
    email: "typo@example.com",
  });
  expect([sent.status, unknown.status]).toEqual([200, 200]);
  const shown = (await sent.text()).replaceAll("&#x27;", "'");
  expect(await htmlProblems(shown)).toEqual([]);
  expect(shown).toContain("We've received your withdrawal");
  const unknownShown = (await unknown.text()).replaceAll("&#x27;", "'").replaceAll("typo@example.com", email);
  expect(bare(shown, number)).toBe(bare(unknownShown, "ABCDEFGHIJ"));

  const owner = await ownerBrowser(shop, { email: "withdrawals-owner@example.com" });
  const order = await textOf(owner, `/owner/orders/${number}`);
  expect(await htmlProblems(order)).toEqual([]);
  expect(order).toContain("Customer withdrew");
  expect(order).toContain("Returned, refund now");
  await expectUnsent(shop, { owner, visitor, email });
  const list = await textOf(owner, "/owner/withdrawals");
  expect(await htmlProblems(list)).toEqual([]);
  expect(list).toContain("No order has this number and email");
  const id = fieldOf(list, "id");
  const wrong = await owner.sendForm("/owner/withdrawals", { step: "match", id, orderNumber: "a\u0000&&&&" });
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("No order has this number")]);
  const asked = await owner.sendForm("/owner/withdrawals", { step: "match", id, orderNumber: number });
  const question = (await asked.text()).replaceAll("&#x27;", "'");
  expect([asked.status, await htmlProblems(question)]).toEqual([422, []]);
  expect(question).toMatch(
    /This withdrawal is from &lt;b&gt; \(typo@example\.com\)\. Order \w+ belongs to .* \(lemons@example\.com\)\./,
  );
  const confirm = fieldOf(question, "confirm");
  const unticked = { step: "match", id, orderNumber: number, asked: fieldOf(question, "asked") };
  expect(await (await owner.sendForm("/owner/withdrawals", unticked)).text()).toContain("Tick the box to confirm");
  const match = { step: "match", id, orderNumber: number, confirm };
  expect((await owner.sendForm("/owner/withdrawals", match)).status).toBe(303);
  const matched = await textOf(owner, `/owner/orders/${number}`);
  expect(matched).toMatch(new RegExp(`Matched with order (<!-- -->)?<a [^>]*href="/owner/orders/${number}"`));
  for (const told of [
    "Matched by withdrawals-owner@example.com",
    "Order number as typed: <bdi>ABCDEFGHIJ",
    "Withdrawal matched",
  ])
    expect(matched).toContain(told);
  const unmatch = { step: "unmatch", id, orderNumber: number };
  for (const path of [`/owner/orders/${number}`, "/owner/withdrawals?state=all"]) {
    const screen = await textOf(owner, path);
    expect(await htmlProblems(screen)).toEqual([]);
    expect(screen).toContain("Not this order");
    expect((await owner.sendForm(path, unmatch)).status).toBe(303);
    expect((await owner.sendForm("/owner/withdrawals", match)).status).toBe(303);
  }
  expect((await owner.sendForm("/owner/withdrawals", unmatch)).status).toBe(303);
  expect(await textOf(owner, `/owner/orders/${number}`)).toContain("Match of the withdrawal undone");
  expect(await textOf(owner, "/owner/withdrawals")).toMatch(/Matched by .*, undone by withdrawals-owner@example\.com/);
  expect(await textOf(owner, "/owner/log")).toContain("Match of the withdrawal from order ABCDEFGHIJ undone");
  const late = await owner.sendForm("/owner/withdrawals", unmatch);
  expect([late.status, await late.text()]).toEqual([422, expect.stringContaining(`with order ${number} any more`)]);
  expect((await owner.sendForm("/owner/withdrawals", { id, step: "done" })).status).toBe(303);
  expect(await textOf(owner, "/owner/withdrawals")).toContain("No withdrawals to answer.");
  expect(await textOf(owner, "/owner/withdrawals?state=all")).toContain("Reopen");
});

/** An order that was withdrawn before it was sent isn't sent by accident. */
async function expectUnsent(
  shop: RunningShop,
  { owner, visitor, email }: Record<"owner" | "visitor", PlainBrowser> & { email: string },
) {
  const inside = await shop.inside();
  const { uid } = await inside.db
    .selectFrom("customers")
    .select("uid")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const number = await placeOrder(inside.db, uid, orderOf([["lemons", 1, 1900]]), inside.now());
  const withdrawalId = fieldOf(await textOf(visitor, "/withdraw"), "withdrawalId");
  const statement = { withdrawalId, name: "Ada", orderNumber: number, email, scope: "whole", items: "" };
  expect((await visitor.sendForm("/withdraw", statement)).status).toBe(200);
  const path = `/owner/orders/${number}`;
  const screen = await textOf(owner, path);
  expect(await htmlProblems(screen)).toEqual([]);
  expect(screen).toContain("Send it although the customer has withdrawn");
  const paid = await textOf(owner, "/owner/orders?state=paid");
  expect(paid).toContain("1 withdrawn order is left out.");
  expect(paid).toContain("Withdrawn</span>");
  for (const [at, form] of [
    [path, {}],
    ["/owner/orders?state=paid", { order: number }],
  ] as const)
    expect((await owner.sendForm(at, { step: "send", ...form })).status).toBe(409);
  expect((await owner.sendForm(path, { step: "send", confirm: "withdrawn" })).status).toBe(303);
  expect(await textOf(owner, path)).toContain("Returned, refund now");
}

/** A page without what differs between two statements: its number, time and the page's own values. */
function bare(html: string, number: string) {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  return main.replaceAll(number, "NUMBER").replaceAll(/\d{1,2}:\d\d/g, "TIME");
}

async function sellLemons(shop: RunningShop) {
  const inside = await shop.inside();
  const email = "lemons@example.com";
  const uid = await registerVerified(inside, { email });
  const { db, now, settings } = inside;
  await db.updateTable("products").set({ stock: 100, priceCents: 1900 }).where("id", "=", "lemons").execute();
  const number = await placeOrder(db, uid, orderOf([["lemons", 2, 1900]]), now());
  await sendOrder(inside, number, { actor: staff("owner"), carrier: null, tracking: null });
  const customer = plainBrowser(shop.url, await signInCookies(inside, { email }));
  return { number, email, customer, key: withdrawalKey(number, settings.authSecret) };
}

async function textOf(browser: PlainBrowser, path: string) {
  return (await (await browser.open(path)).text()).replaceAll("&#x27;", "'");
}

function fieldOf(html: string, name: string) {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}
