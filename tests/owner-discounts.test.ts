import { expect } from "vitest";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { removeDiscounts, setUpDiscount } from "./support/discounts.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";

test("an owner adds, edits, disables and deletes a discount code", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "discounts@example.com" });
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  expect(await read("/owner/discounts")).toContain("No discount codes yet.");
  const form = { code: "spring 10", kind: "percent", value: "10", uses: "50", ends: "2030-12-24" };
  const refused = await browser.sendForm("/owner/discounts/new", { ...form, value: "110" });
  expect(refused.status).toBe(422);
  const shownAgain = await refused.text();
  expect(shownAgain).toContain("Use a percentage from 0.01 to 100");
  expect(shownAgain).toContain('value="spring 10"');
  expect((await browser.sendForm("/owner/discounts/new", form)).status).toBe(303);
  const list = await read("/owner/discounts?q=Spring");
  for (const text of ["Code SPRING10 added", "10% off", "0 of 50", "2030-12-24", "Active"])
    expect(list).toContain(text);

  const [, at = ""] = /href="(\/owner\/discounts\/\d+)"/.exec(list) ?? [];
  const seen = seenOn(await read(at));
  const disabled = { ...form, code: "SPRING10", minimum: "20", disabled: "on" };
  expect((await browser.sendForm(at, { ...seen, ...disabled })).status).toBe(303);
  expect(await read("/owner/discounts")).toContain("Disabled");
  const late = (fields: Record<string, string>) => browser.sendForm(at, { ...seen, ...form, ...fields });
  expect((await late({ value: "20" })).status, "both changes are saved").toBe(303);
  expect(await read("/owner/discounts")).toMatch(/20% off.*Disabled/s);
  const refusedLate = await late({ kind: "amount", minimum: "30" });
  expect(refusedLate.status).toBe(409);
  const conflict = (await refusedLate.text()).replaceAll("<!-- -->", "");
  expect(conflict).toContain("Someone else changed this code");
  expect(conflict).toContain("Minimum: now “20.00”, you entered “30”");
  expect(conflict, "a value belongs to its kind").toContain("Value: now “20”, this form has “10”");
  expect((await browser.sendForm(at, { step: "delete" })).status).toBe(303);
  expect((await browser.open(at)).status).toBe(404);
});

test("customers try ten wrong codes in a quarter of an hour, and keep what they typed", async ({ shop }) => {
  const inside = await shop.inside();
  await setUpDiscount(inside, { code: "SUMMER" });
  await registerVerified(inside, { email: "guesser@example.com" });
  const browser = plainBrowser(shop.url, await signInCookies(inside, { email: "guesser@example.com" }));
  const enter = async (discountCode: string) => {
    const answer = await browser.sendForm("/checkout", { step: "discount", discountCode });
    return { status: answer.status, html: (await answer.text()).replaceAll("<!-- -->", "") };
  };
  const right = await enter("ｓummer ");
  expect(right.status).toBe(200);
  expect(right.html).toContain("SUMMER: 10% off.");
  expect(await enter(" ")).toMatchObject({ status: 400, html: expect.stringContaining("Enter a discount code") });
  for (let guess = 0; guess < 10; guess++) {
    const wrong = await enter(`winter ${guess}`);
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain("This code isn&#x27;t valid");
    expect(wrong.html).toContain(`value="winter ${guess}"`);
  }
  const limited = await enter("summer");
  expect(limited.status).toBe(429);
  expect(limited.html).toContain("Too many failed attempts. Please try again later.");
  await removeDiscounts(inside);
});

test("staff may not see or change discount codes", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "discounts-staff@example.com", role: "orders" });
  for (const path of ["/owner/discounts", "/owner/discounts/new", "/owner/discounts/1"]) {
    expect((await browser.open(path)).status).toBe(403);
    if (path !== "/owner/discounts") expect((await browser.sendForm(path, { code: "A" })).status).toBe(403);
  }
});
