import { expect } from "vitest";
import { newTaxes } from "#shop/taxes/tax-form.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";

const at = "/owner/taxes";

test("an owner registers for VAT, gives a product a rate, and carts know it; staff may not", async ({ shop }) => {
  const staff = await ownerBrowser(shop, { email: "tax-staff@example.com", role: "staff" });
  expect((await staff.open(at)).status).toBe(403);
  const browser = await ownerBrowser(shop, { email: "taxes@example.com" });
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  const goods = async () => {
    const body = JSON.stringify({ ids: ["lemons"] });
    const answer = await fetch(`${shop.url}/cart/goods`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", origin: shop.url },
    });
    return (await answer.json()).goods[0];
  };
  expect(await goods()).not.toHaveProperty("vatBasisPoints");
  expect(await read("/owner/products/lemons")).not.toContain("VAT rate");
  const seen = seenOn(await read(at));
  const norway = await (await browser.sendForm(at, { ...newTaxes, ...seen, step: "norway" })).text();
  for (const value of ["Food", "2018-01-01"]) expect(norway).toContain(`value="${value}"`);
  const form = { ...newTaxes, registered: "on", name2: "Food", percent2: "15", validFrom2: "2012-01-01" };
  const refused = await browser.sendForm(at, { ...form, ...seen });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="Food"')]);
  const whole = { ...form, registrationNumber: "NO 999 888 777 MVA" };
  expect((await browser.sendForm(at, { ...whole, ...seen })).status).toBe(303);
  expect((await browser.sendForm(at, { ...newTaxes, ...seen })).status).toBe(409);
  await expect.poll(goods).toMatchObject({ vatBasisPoints: 2500 });
  expect(await read("/owner/products/lemons")).toContain('<option value="food">Food</option>');
  const product = new FormData();
  product.set("vatRate", "food");
  product.set("original-vatRate", "");
  await browser.send("/owner/products/lemons", product);
  expect(await goods()).toMatchObject({ vatBasisPoints: 1500 });
  const back = new FormData();
  back.set("vatRate", "");
  back.set("original-vatRate", "food");
  await browser.send("/owner/products/lemons", back);
  expect((await browser.sendForm(at, { ...newTaxes, ...seenOn(await read(at)) })).status).toBe(303);
  await expect.poll(goods).not.toHaveProperty("vatBasisPoints");
});
