import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { addDays, dayOf, formatWeekday } from "#shop/values/days.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";
import { setSettings } from "./support/set-settings.ts";

const said = {
  shopName: "Brygga",
  timeZone: "America/New_York",
  sellerAddress: "Bryggen 1, 5003 Bergen",
  organisationNumber: "999 888 777",
  sellerEmail: "post@brygga.example",
};

test("saved settings are on the pages at once, and in the activity log", async ({ shop }) => {
  const [browser, shopper] = [await ownerBrowser(shop), plainBrowser(shop.url)];
  const read = async (path: string) => (await shopper.open(path)).text();
  expect(await read("/")).toContain("1M+");
  expect(await read("/contact")).not.toContain("Organisation number");
  const checkout = async () => (await browser.sendForm("/checkout", { paymentMethod: "" })).text();
  expect(await checkout()).not.toContain("obliges you to pay");
  expect((await browser.sendForm("/owner/settings", said)).status).toBe(303);
  await expect.poll(() => read("/")).toMatch(/>Brygga<\/a>/);
  expect(await read("/")).toContain('<link rel="icon" href="/shop-icon.svg?letter=B"');
  expect(await read("/shop-icon.svg?letter=B")).toContain(">B</text>");
  for (const path of ["/", "/site.webmanifest"]) expect(await read(path)).not.toMatch(/favicon|apple-touch|\/icon-/);
  expect(await read("/")).toContain("10K+");
  await expect.poll(() => read("/contact")).toContain("Organisation number 999 888 777");
  expect(await checkout()).toContain(
    "Your order obliges you to pay. You buy from <bdi>Brygga, Bryggen 1, 5003 Bergen</bdi>.",
  );
  expect(await checkout(), "without public terms").toMatch(
    /Your right of withdrawal is described under.*href="\/withdraw"/s,
  );
  const screen = await (await browser.open("/owner/settings")).text();
  expect(screen).toContain('value="Brygga"');
  expect(screen).toContain("sellerEmail");
  expect(await (await browser.open("/owner/log")).text()).toContain("General settings changed");
});

test("invalid settings are rejected and keep their input; of two owners' changes both are saved, unless they are of the same field", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop);
  const wrong = await browser.sendForm("/owner/settings", { timeZone: "Mars", sellerEmail: "post", shopName: "X & Y" });
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain("Not saved. Please correct the 2 marked fields.");
  expect(html).toContain("No time zone has this name");
  expect(html).toContain("such as shop@example.com");
  expect(html).toContain('value="X &amp; Y"');
  const unaddressed = await browser.sendForm("/owner/settings", { sellerEmail: "", orderNotices: "on" });
  expect(unaddressed.status).toBe(422);
  expect(await unaddressed.text()).toMatch(
    /Enter the email address for these notifications.*name="orderNotices"[^>]*checked/s,
  );
  await browser.sendForm("/owner/settings", { ...said, ...(await seenBy(browser)) });
  const seen = await seenBy(browser);
  const other = { ...said, sellerPhone: "55 00 00 00" };
  expect((await browser.sendForm("/owner/settings", { ...other, ...seen })).status).toBe(303);
  const post = (fields: Record<string, string>) => browser.sendForm("/owner/settings", { ...said, ...seen, ...fields });
  expect((await post({ shopName: "Kaia" })).status).toBe(303);
  const both = await (await browser.open("/owner/settings")).text();
  for (const value of ["Kaia", "55 00 00 00"]) expect(both).toContain(`value="${value}"`);

  const late = await post({ sellerPhone: "66 00 00 00", returnDays: "60" });
  expect(late.status).toBe(409);
  const told = (await late.text()).replaceAll("<!-- -->", "");
  expect(told).toMatch(/overwrite their changes\.<\/p><ul[^>]*><li[^>]*>Phone: now.*“55 00 00 00”.*“66 00 00 00”/s);
  expect(told.match(/role="alert".*?<\/ul>/s)?.[0].match(/<li/g), "nothing else is in question").toHaveLength(1);
  for (const value of ["Kaia", "66 00 00 00", "60"]) expect(told).toContain(`value="${value}"`);

  expect((await browser.sendForm("/owner/settings", { ...said, ...seenOn(told), sellerEmail: "" })).status).toBe(303);
  const unmailed = await post({ orderNotices: "on" });
  expect(unmailed.status, "the rules count for both changes together").toBe(422);
  expect(await unmailed.text()).toMatch(
    /Someone else changed these settings.*Enter the email address for these notifications.*name="orderNotices"[^>]*checked/s,
  );
});

test("the terms of a single delivery option are on the pages, the order, its receipt and the CSV; a placed order keeps its terms", async ({
  shop,
}) => {
  const [browser, inside] = [await ownerBrowser(shop), await shop.inside()];
  await registerVerified(inside, { email: "delivery@example.com" });
  const shopper = plainBrowser(shop.url, await signInCookies(inside, { email: "delivery@example.com" }));
  const read = async (path: string) => (await (await shopper.open(path)).text()).replaceAll("<!-- -->", "");
  const [, at = ""] =
    /href="(\/owner\/delivery\/\d+)"/.exec(await (await browser.open("/owner/delivery")).text()) ?? [];
  const save = async (fields: Record<string, string>) =>
    browser.sendForm(at, { name: "Standard", ...fields, ...seenOn(await (await browser.open(at)).text()) });
  const refused = await save({ price: "1.299", freeFrom: "1,895", days: "61" });
  expect(refused.status).toBe(422);
  const messages = await refused.text();
  expect(messages.split("Use an amount such as 4.90")).toHaveLength(3);
  expect(messages).toContain("from 1 to 60");
  expect(messages).toContain('value="1.299"');

  const form = orderOf([["lemons", 1, 349]]);
  expect((await shopper.sendJson("/orders", form)).status).toBe(200);
  expect((await save({ price: "4,90", freeFrom: "50", days: "5" })).status).toBe(303);
  expect(await (await browser.open(at)).text()).toContain('value="4.90"');
  await expect.poll(() => read("/")).toContain("on orders of $50.00 or more. $4.90 on smaller orders");
  await inside.refreshSettings();
  const arrival = formatWeekday(addDays(dayOf(inside.now(), inside.settings.timeZone), 5), "en");
  const product = await read("/products/lemons");
  expect(product).toContain("Shipping is $4.90, or free on orders of $50.00 or more.");
  expect(product).toContain(`estimated delivery ${arrival}`);
  expect(product).toContain("$4.90, or free on orders of $50.00 or more. Estimated delivery in 5 days.");

  const { deliveryCents: _, ...unseen } = orderOf([["lemons", 1, 349]]);
  const told = await shopper.sendJson("/orders", unseen);
  expect(told.status).toBe(409);
  expect(await told.json()).toMatchObject({ problems: [], delivery: { seenCents: 0, costCents: 490 } });
  const number = await orderOverWeb(shopper, { ...form, checkoutKey: randomUUID(), deliveryCents: 490 });
  await save({});
  const sums = /Subtotal.*?\$3\.49.*?Shipping.*?\$4\.90.*?Total.*?\$8\.39/s;
  expect(await read(`/order-confirmation/${number}`)).toMatch(sums);
  expect(await read("/orders")).toContain("$8.39");
  expect(await (await browser.open(`/owner/orders/${number}`)).text()).toMatch(sums);
  const csv = (await (await browser.open("/owner/orders.csv")).text()).split("\r\n");
  expect(csv.find((row) => row.startsWith(number))).toContain(",3.49,4.90,8.39,");
  expect((await readOrders(inside.db)).filter(({ email }) => email === "delivery@example.com")).toMatchObject([
    { orderNumber: number, totalCents: 839 },
    { totalCents: 349, deliveryCents: 0 },
  ]);
});

// Security: O11
test("staff can't open settings, and environment variables override them", async () => {
  const { shop, close } = await openRunningShop("sqlite", { SHOP_NAME: "Fixed" });
  const staff = await ownerBrowser(shop, { email: "staff@example.com", role: "manager" });
  expect((await staff.open("/owner/settings")).status).toBe(403);
  expect((await staff.sendForm("/owner/settings", said)).status).toBe(403);
  const owner = await ownerBrowser(shop);
  await owner.sendForm("/owner/settings", said);
  const screen = await (await owner.open("/owner/settings")).text();
  expect(screen).toContain("Set by SHOP_NAME");
  await shop.inside().then(({ refreshSettings }) => refreshSettings());
  expect((await shop.inside()).settings.shopName).toBe("Fixed");
  expect(await (await plainBrowser(shop.url).open("/about")).text()).toMatch(/>Fixed<\/a>/);
  await close();
});

/** The original values in the form's hidden fields. */
async function seenBy(browser: Awaited<ReturnType<typeof ownerBrowser>>) {
  return seenOn(await (await browser.open("/owner/settings")).text());
}

test("settings move in a file, after a preview; staff and wrong files change nothing", async ({ shop }) => {
  const staff = await ownerBrowser(shop, { email: "settings-staff@example.com", role: "manager" });
  for (const path of ["/owner/settings.json", "/owner/settings/import"])
    expect((await staff.open(path)).status).toBe(403);
  const browser = await ownerBrowser(shop);
  const exported = await browser.open("/owner/settings.json");
  expect(exported.headers.get("content-disposition")).toBe('attachment; filename="settings.json"');
  const { settings } = JSON.parse(await exported.text());
  const at = "/owner/settings/import";
  const refused = await browser.sendForm(at, { file: '{"settings": {"currency": "ABC"}}' });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("settings, currency")]);
  const file = JSON.stringify({ settings: { ...settings, shopName: "Nordlys <b>" } }, null, 2).replaceAll("\n", "\r\n");
  const preview = await (await browser.sendForm(at, { file })).text();
  expect(preview).toContain("shopName");
  const seen = /name="seen" value="(\w+)"/.exec(preview)?.[1] ?? "";
  expect(await (await browser.open("/owner/settings.json")).text()).not.toContain("Nordlys");
  expect((await browser.sendForm(at, { file, seen: "0" })).status).toBe(409);
  expect((await browser.sendForm(at, { file, seen })).status).toBe(303);
  expect(JSON.parse(await (await browser.open("/owner/settings.json")).text()).settings.shopName).toBe("Nordlys <b>");
});

test("a shop with a Norwegian locale writes prices, days and fields as Norwegians do, and reads them so", async ({
  shop,
}) => {
  const [browser, inside] = [await ownerBrowser(shop), await shop.inside()];
  await setSettings(inside, { locale: "nb" });
  const page = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  await expect.poll(() => page("/products/lemons")).toMatch(/\$\u{a0}3,49/u);
  expect(await page("/products/lemons")).toContain('"price":"3.49"');
  expect(await page("/owner/settings")).toContain("Norwegian Bokmål: ");
  const at = "/owner/products/lemons";
  const seen = seenOn(await page(at));
  expect(await page(at)).toContain('value="3,49"');
  expect((await browser.sendForm(at, { ...seen, price: "1.895" })).status).toBe(303);
  expect(await page(at)).toContain('value="1895,00"');
  const csv = await (await browser.open("/owner/orders.csv")).text();
  expect(csv).toContain(";");
  expect(await page("/products")).toMatch(/\d\u{a0}% off/u);
  expect(await page("/products")).toMatch(/Rating <\/span>\d,\d/);
  expect(await page("/owner/log")).toContain('<del class="text-soft">3,49</del>');
  expect(await (await browser.open("/owner/products.csv?separator=semicolon")).text()).toMatch(/;"?4,49"?;/);
  await setSettings(inside, { locale: "" });
  await expect.poll(() => page(at)).toContain('value="1895.00"');
});
