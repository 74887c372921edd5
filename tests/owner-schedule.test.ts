import { expect } from "vitest";
import { dayOf } from "#shop/values/days.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";

const day = 24 * 60 * 60_000;

function plain(html: string) {
  return html.replaceAll("<!-- -->", "");
}

test("an owner schedules a product in the shop's time zone, and previews what others don't find", async ({ shop }) => {
  const inside = await shop.inside();
  await importRecords(inside.db, [catalogRecord({ id: "lamp", title: "Lamp" })]);
  const browser = await ownerBrowser(shop);
  const at = "/owner/products/lamp";
  const save = (fields: Record<string, string>) => browser.sendForm(at, fields);
  const columns = () =>
    inside.db
      .selectFrom("products")
      .select(["publishAt", "unpublishAt", "isHidden"])
      .where("id", "=", "lamp")
      .executeTakeFirstOrThrow();

  const opening = dayOf(Date.now() + 40 * day, "Europe/Oslo");
  expect((await save({ publishAt: `${opening} 09:00`, "original-publishAt": "" })).status).toBe(303);
  const { publishAt, isHidden } = await columns();
  expect([dayOf(Number(publishAt), "Europe/Oslo"), isHidden]).toEqual([opening, 1]);
  const screen = plain(await (await browser.open(at)).text());
  expect(screen).toContain(`value="${opening} 09:00"`);
  expect(screen).toMatch(/lamp: Scheduled for \d+ \w+ 20\d\d, 09:00/);
  expect(plain(await (await browser.open("/owner/products?q=lamp")).text())).toMatch(/Scheduled for .*, 09:00/);

  const preview = await browser.open("/products/lamp");
  expect([preview.status, preview.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(plain(await preview.text())).toContain("Preview for you and your staff");
  await registerVerified(inside, { email: "ada@example.com" });
  const customer = plainBrowser(shop.url, await signInCookies(inside, { email: "ada@example.com" }));
  for (const other of [customer, plainBrowser(shop.url)]) {
    const answer = await other.open("/products/lamp");
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("Product not found")]);
    expect(await (await other.open("/products?q=lamp")).text()).not.toContain("/products/lamp");
  }

  const original = new Date(Number(publishAt)).toISOString();
  const wrong = await save({ publishAt: "soon", "original-publishAt": original });
  expect([wrong.status, plain(await wrong.text())]).toEqual([422, expect.stringContaining('value="soon"')]);
  const refused = await save({ unpublishAt: `${opening} 08:00`, "original-unpublishAt": "" });
  expect(plain(await refused.text())).toContain("Take down at must be after the time it is published");
  await save({ publishAt: "", "original-publishAt": original });
  expect(await columns()).toEqual({ publishAt: null, unpublishAt: null, isHidden: 0 });
  expect((await plainBrowser(shop.url).open("/products/lamp")).status).toBe(200);
});

test("a draft's page is a preview for those who may publish it, and nobody can order it", async ({ shop }) => {
  const owner = await ownerBrowser(shop, { email: "drafts-owner@example.com" });
  const draft = { title: "Draft lamp", price: "12.00", stock: "3", category: "Furniture", step: "draft" };
  expect((await owner.sendForm("/owner/products/new", draft)).status).toBe(303);
  expect(await (await owner.open("/owner/products/draft-lamp")).text()).toContain('href="/products/draft-lamp"');
  const preview = await owner.open("/products/draft-lamp");
  expect([preview.status, preview.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const page = plain(await preview.text());
  expect(page).toContain("Preview of a draft.");
  expect(page).toMatch(/<fieldset disabled="">.*Add to cart/);
  expect(page).toContain('<meta name="robots" content="noindex"');
  const soldOut = { ...draft, title: "Sold-out draft", stock: "0" };
  expect((await owner.sendForm("/owner/products/new", soldOut)).status).toBe(303);
  const unsold = plain(await (await owner.open("/products/sold-out-draft")).text());
  expect(unsold).toMatch(/<fieldset disabled="">.*<button[^>]*>Notify me when/);
  expect(unsold).not.toContain("/back-in-stock");
  const packer = await ownerBrowser(shop, { email: "drafts-packer@example.com", role: "orders" });
  for (const other of [packer, plainBrowser(shop.url)])
    expect((await other.open("/products/draft-lamp")).status).toBe(404);
});

test("a moment that wasn't edited keeps its seconds", async ({ shop }) => {
  const inside = await shop.inside();
  const publishAt = "2026-01-01T08:00:30.000Z";
  await importRecords(inside.db, [catalogRecord({ id: "lamp", title: "Lamp", publishAt })]);
  const browser = await ownerBrowser(shop);
  const saved = await browser.sendForm("/owner/products/lamp", {
    ...{ publishAt: "2026-01-01 09:00", "original-publishAt": publishAt },
    ...{ title: "Lantern", "original-title": "Lamp" },
  });
  expect(saved.status).toBe(303);
  const product = await inside.db.selectFrom("products").selectAll().where("id", "=", "lamp").executeTakeFirst();
  expect(product).toMatchObject({ title: "Lantern", publishAt: Date.parse(publishAt), isHidden: 0 });
});
