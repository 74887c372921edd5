import { expect } from "vitest";
import { test } from "./support/running-shop-test.ts";

test("a page's module scripts are all held back, in the form that React Router gives them", async ({ shop }) => {
  const html = await (await fetch(`${shop.url}/products`)).text();
  expect(html).not.toContain('type="module"');
  expect(html).not.toContain('<link rel="modulepreload"');
  const [, preload = "", start = ""] =
    /<script type="text\/plain" id="deferred-scripts" data-preload="([^"]*)">(.*?)<\/script>/s.exec(html) ?? [];
  const modules = preload.split(" ");
  expect(start).toMatch(/__reactRouterRouteModules.*import\("\/assets\/entry\.client-[^"]+"\)/s);
  for (const [, name] of start.matchAll(/(?:from|import|import\() ?"([^"]+)"/g)) expect(modules).toContain(name);
  for (const name of modules) {
    const answer = await fetch(shop.url + name);
    expect(answer.status, name).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
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
