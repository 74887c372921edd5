import { expect } from "vitest";
import { newAbroad } from "#shop/taxes/abroad-form.ts";
import { newCountry } from "#shop/taxes/country-form.ts";
import { newTaxes } from "#shop/taxes/tax-form.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";
import { setSettings } from "./support/set-settings.ts";
import { endRegistration, registerForVat } from "./support/set-up-invoice.ts";

const at = "/owner/taxes";
const abroad = "/owner/taxes/abroad";

test("an owner registers for VAT, gives a product a rate, and carts know it; staff may not", async ({ shop }) => {
  const staff = await ownerBrowser(shop, { email: "tax-staff@example.com", role: "orders" });
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
  const books = { name2: "Books", percent2: "0", validFrom2: "2012-01-01" };
  expect((await browser.sendForm(at, { ...newTaxes, ...seen, ...books })).status).toBe(409);
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

test("an owner taxes sales abroad by destination, with the EU's rates by one press; staff may not", async ({
  shop,
}) => {
  const inside = await shop.inside();
  const staff = await ownerBrowser(shop, { email: "abroad-staff@example.com", role: "orders" });
  for (const path of [abroad, `${abroad}/new`]) expect((await staff.open(path)).status).toBe(403);
  await registerForVat(inside);
  const browser = await ownerBrowser(shop, { email: "abroad@example.com" });
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  const destination = { country: "de", zipCode: "10115" };
  const goods = async () => {
    const answer = await browser.sendJson("/cart/goods", { ids: ["lemons"], destination });
    return (await answer.json()).goods[0];
  };
  const refused = await browser.sendForm(abroad, { ...newAbroad, byDestination: "on", oss: "on" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Choose your own country")]);
  await setSettings(inside, { countries: "SE, DE" });
  await expect.poll(() => read("/owner")).toContain("exports too, until you decide how they are taxed.");
  const form = { ...newAbroad, country: "SE", byDestination: "on", oss: "on" };
  expect((await browser.sendForm(abroad, { ...form, ...seenOn(await read(abroad)) })).status).toBe(303);
  await expect.poll(() => read("/owner")).toContain("Orders abroad are taxed by destination.");
  const { priceCents } = await goods();
  await expect.poll(goods).toMatchObject({
    ...{ priceCents, vatBasisPoints: 2500 },
    destination: { priceCents, vatBasisPoints: 1900, vatKind: "destination" },
  });
  expect((await browser.sendForm(abroad, { step: "eu" })).status).toBe(303);
  const list = await read(abroad);
  for (const text of ["26 countries added", "Germany", "19%", "Finland"]) expect(list).toContain(text);
  const germany = `${abroad}/DE`;
  const filled = { ...newCountry("DE"), percent1: "20", rate2: "food", percent2: "7" };
  expect((await browser.sendForm(germany, { ...filled, ...seenOn(await read(germany)) })).status).toBe(303);
  await expect.poll(goods).toMatchObject({ destination: { vatBasisPoints: 2000 } });
  expect((await browser.sendForm(`${abroad}/new`, newCountry("DE"))).status).toBe(422);
  const filledIn = await browser.sendForm(`${abroad}/new`, { country: "GB", step: "fill" });
  expect(await filledIn.text()).toContain('value="20"');
  expect((await browser.sendForm(germany, { step: "delete" })).status).toBe(303);
  expect((await browser.open(germany)).status).toBe(404);
  await expect.poll(goods).toMatchObject({ destination: { vatBasisPoints: 1900 } });
  expect((await browser.sendForm(abroad, { ...newAbroad, ...seenOn(await read(abroad)) })).status).toBe(303);
  await expect.poll(() => read("/owner")).toContain("Orders abroad have your own VAT.");
  await endRegistration(inside);
  await expect.poll(goods).not.toHaveProperty("destination");
});

test("an owner enters exchange rates for the VAT of another country; bad ones are refused, staff may not", async ({
  shop,
}) => {
  const at = "/owner/taxes/rates";
  const inside = await shop.inside();
  const staff = await ownerBrowser(shop, { email: "rate-staff@example.com", role: "orders" });
  expect((await staff.open(at)).status).toBe(403);
  const browser = await ownerBrowser(shop, { email: "rates@example.com" });
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  expect(await read(at)).toContain("None of your registrations needs a rate.");
  expect(await read(abroad)).not.toContain(at);
  await registerForVat(inside);
  const seller = { ...newAbroad, country: "NO" };
  expect((await browser.sendForm(abroad, { ...seller, ...seenOn(await read(abroad)) })).status).toBe(303);
  await expect.poll(() => read(at)).toContain("No rate yet: new invoices don&#x27;t show their VAT in NOK.");
  expect(await read(abroad)).toContain(at);
  const rate = { step: "save", pair: "USD/NOK", rate: "10,1234", validFrom: "2026-01-01" };
  for (const [wrong, message] of [
    [{ pair: "EUR/NOK" }, "Choose the currencies"],
    [{ rate: "0" }, "Use a number such as 13.4521"],
    [{ rate: "1.234,5" }, "Use a number such as 13.4521"],
    [{ validFrom: "2026-02-30" }, "Use a day such as 2026-11-01"],
  ] as const) {
    const refused = await browser.sendForm(at, { ...rate, ...wrong });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(message)]);
  }
  const twice = await browser.sendForm(at, { ...rate, rate: "0", validFrom: "" });
  expect(await twice.text()).toContain("Please correct the 2 marked fields.");
  const saved = await Promise.all([browser.sendForm(at, rate), browser.sendForm(at, rate)]);
  expect(saved.map(({ status }) => status)).toEqual([303, 303]);
  expect(await read(at)).toContain("1 USD = 10.1234 NOK (from 1 January 2026)");
  expect((await browser.sendForm(at, { ...rate, step: "delete" })).status).toBe(303);
  expect(await read(at)).toContain("No rate yet");
  expect((await browser.sendForm(abroad, { ...newAbroad, ...seenOn(await read(abroad)) })).status).toBe(303);
  await endRegistration(inside);
});
