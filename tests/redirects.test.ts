import { expect } from "vitest";
import { addRedirect } from "#shop/redirects/redirects.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

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
  expect(await look("/products?q=salt&filter=spices&sort=name")).toEqual([
    301,
    "/products?filter=herbs&q=salt&sort=name",
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
