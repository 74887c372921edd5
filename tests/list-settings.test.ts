import { expect } from "vitest";
import { eventually } from "./support/eventually.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";

test("the sort menu has the owner's further sorts, and only then", async ({ shop }) => {
  const list = async (query = "") => (await plainBrowser(shop.url).open(`/products${query}`)).text();
  const sorts = async () => {
    const [menu = ""] = /<select[^>]*name="sort".*?<\/select>/s.exec(await list()) ?? [];
    return Array.from(menu.matchAll(/<option value="(\w*)"/g), ([, value]) => value);
  };
  const four = ["", "name", "highestPrice", "lowestPrice", "rating"];
  expect(await sorts()).toEqual(four);
  expect(await list("?sort=newest")).toContain('<option value="" selected="">Featured</option>');
  const browser = await ownerBrowser(shop);
  const seen = seenOn(await (await browser.open("/owner/settings")).text());
  const saved = await browser.sendForm("/owner/settings", { newestSort: "on", bestSellingSort: "on", ...seen });
  expect(saved.status).toBe(303);
  await eventually(async () => expect(await sorts()).toEqual([...four, "newest", "bestSelling"]));
  expect(await list("?sort=newest")).toContain('<option value="newest" selected="">Newest</option>');
});
