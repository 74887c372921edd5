import { expect } from "vitest";
import { readChanges } from "#shop/changes/change-log.ts";
import { createToken, readToken, readTokens } from "#shop/tokens/tokens.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import type { PlainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";

const at = "/owner/tokens";

test("an owner makes a token, sees it once, and revokes it", async ({ shop }) => {
  const { db, now } = await shop.inside();
  const browser = await ownerBrowser(shop, { email: "tokens@example.com" });
  const made = await send(browser, [
    ["name", " Warehouse "],
    ["scopes", "orders:write"],
    ["scopes", "products:read"],
  ]);
  expect(made.status).toBe(201);
  const [, token = ""] = /value="(torg_[0-9a-f]{40})"/.exec(made.html) ?? [];
  expect(await readToken(db, token, now())).toMatchObject({
    name: "Warehouse",
    scopes: ["products:read", "orders:write"],
  });
  const list = await (await browser.open(at)).text();
  expect(list).toContain("Warehouse");
  expect(list).not.toContain(token);

  const [, id = ""] = /name="id" value="([\w-]+)"/.exec(list) ?? [];
  expect((await browser.sendForm(at, { step: "revoke", id })).status).toBe(303);
  expect(await readToken(db, token, now())).toBeUndefined();
  expect((await browser.sendForm(at, { step: "revoke", id })).status).toBe(303);
  expect(await (await browser.open(at)).text()).toContain("The token was already revoked");
  const logged = await readChanges(db, { kind: "token", actor: "tokens@example.com", limit: 5 });
  expect(logged.map(({ action, subject }) => `${action} ${subject}`)).toEqual(["revoked Warehouse", "added Warehouse"]);
});

test("a form that can't make a token is shown again as it was typed", async ({ shop }) => {
  const inside = await shop.inside();
  const browser = await ownerBrowser(shop, { email: "tokens@example.com" });
  await createToken(inside, { name: "Till", scopes: ["products:write"], expires: "" }, "olga@example.com");
  const wrong = await send(browser, [
    ["name", ""],
    ["expires", "soon"],
    ["step", "create"],
  ]);
  expect(wrong.status).toBe(422);
  for (const error of ["Enter a name", "Choose at least one scope", "Use a day such as 2027-12-31"]) {
    expect(wrong.html).toContain(error);
  }
  const taken = await send(browser, [
    ["name", "Till"],
    ["scopes", "orders:read"],
  ]);
  expect(taken.status).toBe(422);
  expect(taken.html).toContain("There is already a token named Till");
  expect(taken.html).toMatch(/checked="" value="orders:read"|value="orders:read" checked=""/);
  expect(await readTokens(inside.db)).toHaveLength(1);
});

// Security: O3
test("staff may neither see nor make nor revoke tokens", async ({ shop }) => {
  const inside = await shop.inside();
  const browser = await ownerBrowser(shop, { email: "tokens-staff@example.com", role: "manager" });
  await createToken(inside, { name: "Accounts", scopes: ["orders:read"], expires: "" }, "olga@example.com");
  const before = await readTokens(inside.db);
  expect((await browser.open(at)).status).toBe(403);
  expect((await browser.open(`${at}.data`)).status).toBe(403);
  expect((await browser.sendForm(at, { name: "Mine", scopes: "orders:write" })).status).toBe(403);
  expect((await browser.sendForm(at, { step: "revoke", id: before[0]?.id ?? "" })).status).toBe(403);
  expect(await readTokens(inside.db)).toEqual(before);
});

async function send(browser: PlainBrowser, fields: [name: string, value: string][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const answer = await browser.send(at, form);
  return { status: answer.status, html: await answer.text() };
}
