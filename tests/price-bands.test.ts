import { expect } from "vitest";
import { readSettings, saveSettings } from "#shop/settings/settings.ts";
import { catalogRecords, importRecords } from "./support/catalogs.ts";
import { eventually } from "./support/eventually.ts";
import { headOf } from "./support/page-head.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";

const prices = [29, 39, 49, 100, 149, 199, 249, 499, 999, 1499];

test("a price in a search becomes the list's filter, in suggestions too", async ({ shop }) => {
  const browser = plainBrowser(shop.url);
  const leadsTo = async (search: string, more = "") =>
    (await browser.open(`/products?q=${encodeURIComponent(search)}${more}`)).headers.get("location");
  const lists = {
    "lamp under $300": "/products?q=lamp&filter=under300",
    "below 50": "/products?filter=under50",
    "50–100": "/products?filter=50to100",
    "oak 500 or more": "/products?q=oak&filter=over500",
  };
  for (const [search, address] of Object.entries(lists)) expect(await leadsTo(search), search).toBe(address);
  const address = "/products?q=oak&filter=furniture&filter=under300&sort=lowestPrice";
  expect(await leadsTo("oak under $300", "&filter=furniture&filter=over100&sort=lowestPrice")).toBe(address);
  expect(await (await browser.open(address)).text()).toContain('aria-label="Remove Up to $300"');
  const suggested = await (
    await fetch(`${shop.url}/search-suggestions?q=${encodeURIComponent("oak under $300")}`)
  ).json();
  expect(suggested.length).toBeGreaterThan(0);
  expect(suggested.every(({ priceCents }: { priceCents: number }) => priceCents <= 300_00)).toBe(true);
  // A product is called so.
  const inside = await shop.inside();
  await importRecords(
    inside.db,
    catalogRecords(1, () => ({ title: "Socks 36-40" })),
  );
  expect(await leadsTo("socks 36-40")).toBe(null);
});

test("a shop in kroner offers price bands of its own, counted, and answers any other", async ({ shop }) => {
  const inside = await shop.inside();
  const browser = plainBrowser(shop.url);
  const open = async (filters: string) => (await browser.open(`/products${filters}`)).text();
  const sample = await open("?filter=under10");
  for (const [value, label] of [
    "under10 Under $10",
    "10to50 $10 to $50",
    "50to100 $50 to $100",
    "over100 Over $100",
  ].map((choice) => choice.split(/ (.*)/))) {
    expect(sample).toMatch(
      new RegExp(`<option value="${value}"( selected="")?>${label?.replaceAll("$", "\\$")}</option>`),
    );
  }

  const original = await readSettings(inside.db);
  await saveSettings(inside, { ...original, currency: "NOK" }, { original, actor: "olga@example.com" });
  const records = catalogRecords(prices.length, (number) => ({
    price: prices[number - 1],
    category: number === 1 ? "3to6" : "toys",
  }));
  await importRecords(inside.db, records, { replace: true });

  await eventually(async () => expect(await open("")).toContain("Up to kr"));
  const list = await open("");
  const offered = Array.from(
    list.matchAll(/<option value="((?:under|over)?\d[^"]*)"[^>]*>([^<]*)</g),
    ([, ...choice]) => choice,
  );
  expect(offered).toEqual([
    ["3to6", "3to6"],
    ["under50", "Up to kr\u00a050"],
    ["50to200", "kr\u00a050 to kr\u00a0200"],
    ["200to500", "kr\u00a0200 to kr\u00a0500"],
    ["over500", "Over kr\u00a0500"],
  ]);

  const own = await open("?filter=50to200");
  expect(totalOf(own)).toBe(3);
  expect(headOf(own).title).toBe("kr\u00a050 to kr\u00a0200 – Torg");
  expect(headOf(own).meta("description")).toBe("Everything over kr\u00a050 and up to kr\u00a0200 in one place.");
  expect(headOf(own).meta("robots")).toBeUndefined();

  const other = await open("?filter=100to250");
  expect(totalOf(other)).toBe(3);
  expect(other).toContain('aria-label="Remove kr\u00a0100 to kr\u00a0250"');
  expect(headOf(other).meta("robots")).toBe("noindex");

  expect(totalOf(await open("?filter=3to6"))).toBe(1);
  for (const filter of ["500to200", "under0", "over9999999999999"]) {
    expect(totalOf(await open(`?filter=${filter}`)), filter).toBe(prices.length);
  }
});

function totalOf(html: string) {
  const [, total] = /role="status"[^>]*>.*?(\d+) products?</.exec(html) ?? [];
  return Number(total);
}
