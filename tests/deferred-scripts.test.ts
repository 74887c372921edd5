import { expect } from "vitest";
import { test } from "./support/running-shop-test.ts";

test("a page names its modules as data, and loads none by itself", async ({ shop }) => {
  const html = await (await fetch(`${shop.url}/products`)).text();
  expect(html).not.toMatch(/type="module"|rel="modulepreload"|<script[^>]* src/);
  const [, start = ""] = /<script type="text\/plain" id="hydration-data">(.*?)\n/.exec(html) ?? [];
  const { setUp, routes, entry, preload } = JSON.parse(start);
  expect(entry).toMatch(/^\/assets\/entry\.client-/);
  expect(Object.keys(routes)).toEqual(["root", "routes/products"]);
  const modules = [...setUp, ...Object.values(routes).flat(), entry];
  expect(preload).toEqual(expect.arrayContaining(modules));
  for (const name of preload) {
    const answer = await fetch(shop.url + name);
    expect(answer.status, name).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
    const imports = (await answer.text()).matchAll(/(?:from|import)"\.([^"]+)"/g);
    for (const [, imported] of imports) expect(preload).toContain(`/assets${imported}`);
  }
});

test("what records early events runs before the first link and button, and waits for nothing", async ({ shop }) => {
  const html = await (await fetch(`${shop.url}/products`)).text();
  const [first = ""] =
    /<(script|link rel="stylesheet"|a|button)\b[^>]*>(?!\{"@context")/.exec(
      html.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/gs, ""),
    ) ?? [];
  expect(first).toBe("<script>");
  expect(/<script>(.*?)<\/script>/s.exec(html)?.[1]).toContain("dataset.hydrated");
});
