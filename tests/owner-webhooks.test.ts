import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { readWebhooks } from "#shop/webhooks/webhooks.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

const at = "/owner/webhooks";
const fields = { address: "http://127.0.0.1:1/hooks", events: "order.paid" };

test("an owner adds a webhook, sees its secret once, tests it, switches it off and deletes it", async ({ shop }) => {
  const { db } = await shop.inside();
  const browser = await ownerBrowser(shop, { email: "webhooks@example.com" });
  const added = await browser.sendForm(at, { step: "add", ...fields });
  expect(added.status).toBe(201);
  const [, secret = ""] = /value="(whsec_[\w+/=]{44})"/.exec(await added.text()) ?? [];
  expect(() => new Webhook(secret)).not.toThrow();
  const list = await (await browser.open(at)).text();
  expect(list).toContain(fields.address);
  expect(list).not.toContain(secret);
  const [webhook] = await readWebhooks(db);
  const path = `${at}/${webhook?.id}`;
  const send = async (form: Record<string, string>) => (await browser.sendForm(path, form)).status;
  expect(await send({ step: "test" })).toBe(303);
  const tested = await (await browser.open(path)).text();
  expect(tested).toContain("webhook.test");
  expect(tested).toContain("127.0.0.1 is a private address");
  const [, delivery = ""] = /name="delivery" value="(\d+)"/.exec(tested) ?? [];
  expect(await send({ step: "again", delivery })).toBe(303);
  expect(await send({ step: "again", delivery: "999999999" })).toBe(404);
  expect(await send({ step: "save", ...fields, events: "customer.created" })).toBe(303);
  expect(await send({ step: "secret" })).toBe(201);
  expect(await send({ step: "off" })).toBe(303);
  expect(await readWebhooks(db)).toMatchObject([{ events: ["customer.created"], offAt: expect.any(Number) }]);
  expect(await send({ step: "unheard-of" })).not.toBe(303);
  expect(await send({ step: "delete" })).toBe(303);
  expect(await send({ step: "delete" })).toBe(404);
  expect(await readWebhooks(db)).toEqual([]);
});

test("a form that can't make a webhook is shown again as it was typed", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "webhooks@example.com" });
  for (const address of ["", "warehouse", "ftp://a.example", "https://ada:secret@a.example"]) {
    const wrong = await browser.sendForm(at, { step: "add", address });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain(address ? "Use an address such as" : "Enter an address");
    expect(html).toContain("Choose at least one event");
  }
});

// Security: O3
test("staff may neither see nor change webhooks", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "webhooks-staff@example.com", role: "manager" });
  expect((await browser.open(at)).status).toBe(403);
  expect((await browser.open(`${at}/any`)).status).toBe(403);
  expect((await browser.sendForm(at, { step: "add", ...fields })).status).toBe(403);
  expect((await browser.sendForm(`${at}/any`, { step: "delete" })).status).toBe(403);
});
