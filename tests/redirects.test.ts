import { expect } from "vitest";
import { addRedirect } from "#shop/redirects/redirects.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";

test("old addresses lead to new ones with one 301, and existing pages stay", async ({ shop }) => {
  const { db } = await shop.inside();
  await addRedirect(db, { from: "/old-terms", to: "/about" }, "olga@example.com");
  await addRedirect(db, { from: "/products/sold-long-ago", to: "/products?sort=name" }, "olga@example.com");
  await addRedirect(db, { from: "/contact", to: "/about" }, "olga@example.com");
  const look = async (path: string, method = "GET") => {
    const answer = await fetch(shop.url + path, { method, redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await look("/old-terms?a=1")).toEqual([301, "/about?a=1"]);
  expect(await look("/old-terms", "HEAD")).toEqual([301, "/about"]);
  expect(await look("/products/sold-long-ago")).toEqual([301, "/products?sort=name"]);
  expect(await look("/products/sold-long-ago?utm_source=mail")).toEqual([301, "/products?sort=name&utm_source=mail"]);
  await addRedirect(db, { from: "/pages/old", to: "/about" }, "olga@example.com");
  await addRedirect(db, { from: "/pages/old?id=7", to: "/products?sort=name" }, "olga@example.com");
  expect(await look("/pages/old?utm_source=mail&id=7")).toEqual([301, "/products?sort=name&utm_source=mail"]);
  expect(await look("/contact")).toEqual([200, null]);
  expect(await look("/never-was")).toEqual([404, null]);
  const data = await fetch(`${shop.url}/old-terms.data`);
  expect(await data.text()).toContain("/about");
});

test("an owner adds, imports and deletes redirects, and renamed categories and pages keep their old addresses", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "redirects@example.com" });
  const at = "/owner/redirects";
  const look = async (path: string) => {
    const answer = await fetch(shop.url + path, { redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await look("/tea-house")).toEqual([404, null]);
  expect((await browser.sendForm(at, { step: "add", from: "/tea-house", to: "/products?q=tea" })).status).toBe(303);
  expect(await look("/tea-house")).toEqual([301, "/products?q=tea"]);
  const refused = await browser.sendForm(at, { step: "add", from: "/tea-house-2", to: "https://evil.example" });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("Use a path on this shop");
  expect(html).toContain('value="https://evil.example"');
  expect(await (await browser.open(`${at}?q=tea`)).text()).toContain("/tea-house");
  expect(await (await browser.open(`${at}.csv`)).text()).toContain("/tea-house,/products?q=tea\r\n");
  expect((await browser.sendForm(at, { step: "delete", address: "/tea-house" })).status).toBe(303);
  expect(await look("/tea-house")).toEqual([404, null]);

  const category = { name: "Spices", slug: "spices", kind: "category" };
  await browser.sendForm("/owner/categories/new", category);
  await browser.sendForm("/owner/categories/spices", {
    ...category,
    slug: "herbs",
    original: JSON.stringify({ slug: "spices" }),
    redirect: "on",
  });
  await expect.poll(() => look("/products?filter=spices")).toEqual([301, "/products?filter=herbs"]);
  expect(await look("/products?q=salt&filter=spices&sort=name&utm_source=x")).toEqual([
    301,
    "/products?filter=herbs&q=salt&sort=name&utm_source=x",
  ]);
  expect(await look("/products?q=a&filter=unknown&filter=inStock&filter=spices")).toEqual([
    301,
    "/products?filter=herbs&q=a&filter=inStock&filter=unknown",
  ]);
  await browser.sendForm("/owner/categories/herbs", {
    ...category,
    original: JSON.stringify({ slug: "herbs" }),
    redirect: "on",
  });
  await expect.poll(() => look("/products?filter=herbs")).toEqual([301, "/products?filter=spices"]);
  expect(await look("/products?filter=spices")).toEqual([200, null]);
  await browser.sendForm("/owner/categories/spices", { step: "delete" });

  const page = { title: "Hours", slug: "hours", text: "All day", isPublic: "on", step: "save" };
  await browser.sendForm("/owner/pages/new", page);
  await browser.sendForm("/owner/pages/hours", {
    ...page,
    slug: "open",
    original: JSON.stringify({ slug: "hours" }),
    redirect: "on",
  });
  await expect.poll(() => look("/pages/hours")).toEqual([301, "/pages/open"]);
  await browser.sendForm("/owner/pages/open", { step: "delete" });
});

test("a product's new address is on every page at once, and its former ones and its ID lead there", async ({
  shop,
}) => {
  const { db } = await shop.inside();
  await importRecords(db, [
    catalogRecord({ id: "Moved/é", title: "Moving mug", tags: ["moving"], category: "moving" }),
    catalogRecord({ id: "moving-cup", title: "Moving cup", tags: ["moving"], category: "moving" }),
  ]);
  const browser = await ownerBrowser(shop, { email: "addresses@example.com" });
  const screen = "/owner/products/Moved%2F%C3%A9";
  const byId = "/products/Moved%2F%C3%A9";
  const look = async (path: string) => {
    const answer = await fetch(shop.url + path, { redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  const text = async (path: string) => (await fetch(shop.url + path)).text();
  const showing = [
    "/products/moving-cup",
    "/products/moving-cup.data",
    "/products?filter=moving",
    "/products.data?filter=moving",
    "/search-suggestions?q=moving+mug",
    "/sitemap.xml",
  ];
  for (const path of [byId, ...showing]) for (let time = 0; time < 2; time++) await text(path);

  const refused = await browser.sendForm(screen, { address: "Moving Cup", "original-address": "", title: "Kept" });
  expect(refused.status).toBe(422);
  const form = await refused.text();
  expect(form).toContain("Another product already uses this address");
  expect(form).toContain('value="Moving Cup"');
  expect(form).toContain('value="Kept"');

  const sent = [
    ["", "First Place"],
    ["first-place", "Second Place"],
    ["second-place", "third-place"],
  ] as const;
  for (const [original, address] of sent)
    expect((await browser.sendForm(screen, { address, "original-address": original })).status).toBe(303);
  await expect.poll(() => look(byId)).toEqual([301, "/products/third-place"]);
  for (const old of [byId, "/products/first-place", "/products/second-place"]) {
    expect(await look(`${old}?utm_source=mail&a=%C3%A9`)).toEqual([
      301,
      "/products/third-place?utm_source=mail&a=%C3%A9",
    ]);
    expect(await look(`${old}.data`)).toEqual([202, null]);
    expect(await text(`${old}.data`)).toContain("/products/third-place");
  }
  const kept = (await fetch(`${shop.url}/products/first-place`, { redirect: "manual" })).headers.get("cache-control");
  expect(kept, "a product can go back to its former address").toBe("no-store");
  const page = await text("/products/third-place");
  expect(page).toContain(`rel="canonical" href="${publicUrl}/products/third-place"`);
  expect(page).toContain(`"url":"${publicUrl}/products/third-place"`);
  expect(page).not.toContain("Moved%2F");
  for (const path of showing) {
    const shown = await text(path);
    expect(shown, path).toContain("third-place");
    expect(shown, path).not.toMatch(/products\/(Moved%2F|first-place|second-place)/);
  }
  const goods = await fetch(`${shop.url}/cart/goods`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids: ["Moved/é"] }),
  });
  expect(await goods.json()).toMatchObject({ goods: [{ id: "Moved/é", address: "third-place" }] });
  expect(await (await browser.open(screen)).text()).toContain('href="/products/third-place"');

  await browser.sendForm(screen, { address: "first-place", "original-address": "third-place" });
  await expect.poll(() => look("/products/third-place")).toEqual([301, "/products/first-place"]);
  expect(await look("/products/first-place")).toEqual([200, null]);
  await browser.sendForm(screen, { address: "", "original-address": "first-place" });
  await expect.poll(() => look(byId)).toEqual([200, null]);
  expect(await look("/products/second-place")).toEqual([301, byId]);
});
