import { join } from "node:path";
import { expect } from "vitest";
import { requestStockAlert } from "#shop/catalog/alerts/stock-alerts.ts";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/products/archive-product.ts";
import { readUnsentMails } from "#shop/mail/unsent-mails.ts";
import { eventually } from "./support/eventually.ts";
import { readOutbox } from "./support/open-test-shop.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const soldOut = "solvene-ambre-nuit-travel-spray";
const inStock = "haldera-wildflower-honey";
const path = "/back-in-stock";

function post(shop: RunningShop, address: string, form: Record<string, string> = {}) {
  return fetch(shop.url + address, { method: "POST", body: new URLSearchParams(form) });
}

async function mailTo(shop: RunningShop, address: string) {
  return eventually(async () => {
    const mails = await readOutbox(join(shop.dataFolder, "outbox"));
    const mail = mails.find(({ to }) => to?.[0]?.address === address);
    expect(mail).toBeDefined();
    return mail;
  });
}

async function alertsOf(shop: RunningShop, email: string) {
  const { db } = await shop.inside();
  return db.selectFrom("stockAlerts").select(["id", "confirmedAt"]).where("email", "=", email).execute();
}

test("a shopper without JavaScript requests, confirms and cancels a stock alert", async ({ shop }) => {
  const email = "ada@example.com";
  const page = await (await fetch(`${shop.url}/products/${soldOut}`)).text();
  expect(page).toContain(`href="${path}?product=${soldOut}"`);
  const ask = (form: Record<string, string>) => post(shop, `${path}?product=${soldOut}`, form);
  const wrong = await ask({ productId: soldOut, email: "ada" });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("Please enter a valid email")]);
  expect((await ask({ productId: "nothing", email })).status).toBe(404);
  expect(await (await ask({ productId: soldOut, email })).text()).toContain("Open the link we sent to");
  const mail = await mailTo(shop, email);
  const [confirm = "", leave = ""] = Array.from(mail?.text?.matchAll(/\/back-in-stock\?\S+/g) ?? [], ([link]) => link);
  const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
  expect(headers["list-unsubscribe"]).toMatch(new RegExp(`^<http\\S+${leave.replace("?", "\\?")}>$`));
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  expect(mail?.html).toMatch(/<img src="http[^"]+-160\.jpeg" alt="" width="56"/);
  for (const link of [confirm, leave])
    for (const init of [{}, { method: "HEAD" }, { headers: { "sec-purpose": "prefetch" } }])
      expect((await fetch(shop.url + link, init)).status).toBe(200);
  expect(await alertsOf(shop, email), "GET and HEAD change nothing").toMatchObject([{ confirmedAt: null }]);

  expect(await (await fetch(shop.url + confirm)).text()).toMatch(
    /<form [^>]*method="post".*Notify me when it&#x27;s back<\/button>/s,
  );
  expect(await (await post(shop, confirm)).text()).toContain("You&#x27;re on the list");
  expect(await alertsOf(shop, email)).toMatchObject([{ confirmedAt: expect.any(Number) }]);

  expect(await (await fetch(shop.url + leave)).text()).toMatch(/<form [^>]*method="post".*Unsubscribe<\/button>/s);
  expect(await alertsOf(shop, email)).toHaveLength(1);
  expect(await (await post(shop, leave, { "List-Unsubscribe": "One-Click" })).text()).toContain(
    "You&#x27;re unsubscribed",
  );
  expect(await alertsOf(shop, email)).toEqual([]);
  for (const link of [confirm, leave]) {
    expect(await (await fetch(shop.url + link)).text()).toContain("This link has expired");
    expect(await (await post(shop, link)).text()).toContain("This link has expired");
  }
});

test("for a product in stock no alert is saved and no mail is sent", async ({ shop }) => {
  const email = "stranger@example.com";
  const answer = await post(shop, `${path}?product=${inStock}`, { productId: inStock, email });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("is available now")]);
  expect(await alertsOf(shop, email)).toEqual([]);
  const { db } = await shop.inside();
  expect((await readUnsentMails(db)).filter(({ recipient }) => recipient === email)).toEqual([]);
});

test("an archived product's alert can't be confirmed but can be cancelled", async ({ shop }) => {
  const email = "grace@example.com";
  const inside = await shop.inside();
  await requestStockAlert(inside, { productId: soldOut, email }, { address: "203.0.113.7", verifiedEmail: undefined });
  const [alert] = await alertsOf(shop, email);
  await archiveProduct(inside, soldOut, "command line");
  try {
    expect(await (await fetch(`${shop.url}${path}?confirm=${alert?.id}`)).text()).toContain("no longer available");
    expect(await (await post(shop, `${path}?confirm=${alert?.id}`)).text()).toContain("no longer available");
    expect(await alertsOf(shop, email)).toMatchObject([{ confirmedAt: null }]);
    expect(await (await fetch(`${shop.url}${path}?leave=${alert?.id}`)).text()).toContain("Unsubscribe</button>");
    expect(await (await post(shop, `${path}?leave=${alert?.id}`)).text()).toContain("You&#x27;re unsubscribed");
    expect(await alertsOf(shop, email)).toEqual([]);
  } finally {
    await unarchiveProduct(inside, soldOut, "command line");
  }
});
