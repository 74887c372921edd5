import { join } from "node:path";
import { expect, vi } from "vitest";
import { readOutbox } from "./support/open-test-shop.ts";
import { test } from "./support/running-shop-test.ts";

const soldOut = "solvene-ambre-nuit-travel-spray";

test("without JavaScript too, an address asks to be told, confirms by its mail and leaves by one press; looking at a link changes nothing", async ({
  shop,
}) => {
  const page = await (await fetch(`${shop.url}/products/${soldOut}`)).text();
  expect(page).toContain(`href="/back-in-stock?product=${soldOut}"`);
  const ask = (form: Record<string, string>) =>
    fetch(`${shop.url}/back-in-stock?product=${soldOut}`, { method: "POST", body: new URLSearchParams(form) });
  const wrong = await ask({ productId: soldOut, email: "ada" });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("Please enter a valid email")]);
  expect((await ask({ productId: "nothing", email: "ada@example.com" })).status).toBe(404);
  const asked = await ask({ productId: soldOut, email: "ada@example.com" });
  expect(await asked.text()).toContain("Open the link that we have mailed to");
  const mail = await vi.waitFor(async () => {
    const [first] = await readOutbox(join(shop.dataFolder, "outbox"));
    expect(first?.to?.[0]?.address).toBe("ada@example.com");
    return first;
  }, 10_000);
  const [confirm = "", leave = ""] = Array.from(mail?.text?.matchAll(/\/back-in-stock\?\S+/g) ?? [], ([path]) => path);
  const { db } = await shop.inside();
  const isConfirmed = async () => (await db.selectFrom("stockAlerts").select("confirmedAt").execute())[0]?.confirmedAt;
  await fetch(shop.url + confirm, { method: "HEAD" });
  await fetch(shop.url + confirm, { headers: { "sec-purpose": "prefetch" } });
  await fetch(shop.url + leave, { method: "HEAD" });
  expect(await isConfirmed()).toBeNull();
  expect(await (await fetch(shop.url + confirm)).text()).toContain("We will tell you");
  expect(await isConfirmed()).toBeTypeOf("number");
  expect(await (await fetch(shop.url + leave)).text()).toContain("You have left");
  expect(await db.selectFrom("stockAlerts").select("id").execute()).toEqual([]);
  expect(await (await fetch(shop.url + leave)).text()).toContain("That link is no longer good");
});
