import { expect } from "vitest";
import { register, registerVerified, signInCookies } from "./support/customers.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const customers = [
  "First Name,Last Name,Email,Accepts Email Marketing,Total Spent",
  "Siobhán,O’Brien,siobhan@example.com,yes,10",
  "Nobody,Known,,yes,0",
  // Real files are longer than other forms of the back office may be.
  "\n".repeat(100_000),
].join("\n");

const orders = [
  "Name,Email,Financial Status,Created at,Total,Currency,Lineitem name,Lineitem quantity,Lineitem price,Lineitem sku",
  "#1001,ada@example.com,paid,2024-05-01 12:00:00 +0200,20,USD,<b>Lemons</b>,2,10,lemons",
].join("\n");

const screen = "/owner/customers/import";

async function upload(browser: PlainBrowser, content: string, { name = "file.csv", path = screen } = {}) {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  const answer = await browser.send(path, form);
  const address = answer.headers.get("location") ?? "";
  return { answer, address, file: /file=([\da-f-]+)/.exec(address)?.[1] ?? "" };
}

async function importFile(shop: RunningShop, content: string) {
  const browser = await ownerBrowser(shop);
  const { file } = await upload(browser, content);
  expect((await browser.sendForm(screen, { step: "import", file })).status).toBe(303);
  return browser;
}

async function customerBrowser(shop: RunningShop, email: string, isVerified = true) {
  const inside = await shop.inside();
  await (isVerified ? registerVerified : register)(inside, { email });
  return plainBrowser(shop.url, await signInCookies(inside, { email }));
}

async function textOf(browser: PlainBrowser, path: string) {
  const answer = await browser.open(path);
  return { status: answer.status, text: await answer.text() };
}

test("an owner previews a file of customers, imports it, has them emailed, and undoes it", async ({ shop }) => {
  const browser = await ownerBrowser(shop);
  const { address, file } = await upload(browser, customers, { name: "customers.csv" });
  const preview = await textOf(browser, address);
  expect(preview.text).toContain("This is a Shopify customer export.");
  expect(preview.text).toMatch(/customers\.csv: 1 new, 1 left out/);
  expect((await browser.sendForm(screen, { step: "import", file })).status).toBe(303);
  const imported = await textOf(browser, screen);
  expect(imported.text).toContain("Customers imported from customers.csv: 1 new, 1 left out");
  expect(imported.text).toContain("Email 1 customer a link");
  expect((await textOf(browser, "/owner/customers?who=imported")).text).toContain("siobhan@example.com");
  expect((await browser.sendForm(screen, { step: "import", file })).status, "once").toBe(409);

  expect((await browser.sendForm(screen, { step: "invite" })).status).toBe(303);
  expect((await browser.sendForm(screen, { step: "invite" })).status, "no one is left").toBe(409);
  const id = /name="import" value="([^"]+)"/.exec(imported.text)?.[1] ?? "";
  expect((await browser.sendForm(screen, { step: "undo", import: id })).status).toBe(303);
  expect((await browser.sendForm(screen, { step: "undo", import: id })).status, "once").toBe(409);
  expect((await textOf(browser, "/owner/customers?who=imported")).text).toContain("No customers match.");
  expect((await browser.sendForm(screen, { step: "constructor" })).status).toBe(400);
});

test("files of other kinds lead to the right screen, or say what they aren't", async ({ shop }) => {
  const browser = await ownerBrowser(shop);
  const { address, file } = await upload(browser, customers, { path: "/owner/products/import" });
  const led = await browser.open(address);
  expect(led.headers.get("location")).toBe(`${screen}?file=${file}`);
  const catalog = await upload(browser, "id,title,price\n1,Tea,9.50");
  expect((await textOf(browser, catalog.address)).text).toContain("isn&#x27;t a customer or order export");
  const workbook = await upload(browser, "PK", { name: "customers.xlsx" });
  expect([workbook.answer.status, await workbook.answer.text()]).toEqual([
    422,
    expect.stringContaining("Excel workbook"),
  ]);
  const stranger = await customerBrowser(shop, "stranger@example.com");
  expect((await stranger.open(screen)).status).toBe(404);
  expect((await upload(stranger, orders)).answer.status).toBe(404);
  const other = await ownerBrowser(shop, { email: "other@example.com" });
  const theirs = await upload(browser, customers);
  expect((await textOf(other, theirs.address)).text, "another's upload").toContain("no longer available");
});

test("a customer sees past orders of their own verified email, and nobody else does", async ({ shop }) => {
  const owner = await importFile(shop, orders);
  const { db } = await shop.inside();
  const { id } = await db.selectFrom("pastOrders").select("id").executeTakeFirstOrThrow();
  const ada = await customerBrowser(shop, "ada@example.com", false);
  const path = `/orders/earlier/${id}`;
  expect((await textOf(ada, "/orders")).text).not.toContain("#1001");
  expect((await ada.open("/orders/earlier")).status, "not verified yet").toBe(302);
  expect((await ada.open(path)).status, "not verified yet").toBe(404);
  await db.updateTable("user").set({ emailVerified: 1 }).where("email", "=", "ada@example.com").execute();
  expect((await textOf(ada, "/orders")).text).toContain("#1001");
  expect((await textOf(ada, "/orders/earlier")).text).toContain("#1001");
  const own = await textOf(ada, path);
  expect(own.status).toBe(200);
  expect(own.text).toContain("From our earlier shop");
  expect(own.text).toContain("&lt;b&gt;Lemons&lt;/b&gt;");
  expect(own.text).toContain('href="/products/lemons"');

  const eve = await customerBrowser(shop, "eve@example.com");
  expect((await eve.open(path)).status).toBe(404);
  expect((await textOf(eve, "/orders")).text).not.toContain("#1001");
  expect((await plainBrowser(shop.url).open(path)).headers.get("location")).toContain("/sign-in");
  expect((await textOf(owner, "/owner/orders?q=lemons")).text).toContain("#1001");
  expect((await textOf(owner, "/owner/orders/earlier?q=%231001")).text).toContain("ada@example.com");
  expect((await textOf(owner, `/owner${path}`)).text).toContain("From the earlier shop (Shopify)");
  expect((await owner.open("/owner/orders/earlier/unknown")).status).toBe(404);
});
