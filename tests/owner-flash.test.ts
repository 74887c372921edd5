import { expect } from "vitest";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";

const redirect = { step: "add", from: "/tea-house", to: "/products?q=tea" };
const shown = "Redirect saved";

test("a message of the back office is shown once, and only to the owner whom it was meant for", async ({ shop }) => {
  const olga = await ownerBrowser(shop, { email: "olga@example.com" });
  const otto = await ownerBrowser(shop, { email: "otto@example.com" });
  const screenOf = async (browser: typeof olga) => (await browser.open("/owner/redirects")).text();
  const [set = ""] = (await olga.sendForm("/owner/redirects", redirect)).headers.getSetCookie();
  expect(set).toMatch(/^__Host-torg\.owner_flash=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const [name = "", cookie = ""] = [set.split("=")[0], set.split(";")[0]];
  otto.cookies.set(name, cookie);
  expect(await screenOf(otto)).not.toContain(shown);
  expect(await screenOf(olga)).toContain(shown);
  expect(await screenOf(olga)).not.toContain(shown);
});

test("nobody else can plant a message in the back office", async ({ shop }) => {
  const olga = await ownerBrowser(shop, { email: "olga@example.com" });
  const [set = ""] = (await olga.sendForm("/owner/redirects", redirect)).headers.getSetCookie();
  const signature = decodeURIComponent(set.split(";")[0] ?? "")
    .split(".")
    .at(-1);
  const text = "Call 555 to keep your shop";
  for (const value of [text, { to: "olga@example.com", message: text }]) {
    const encoded = Buffer.from(JSON.stringify(value)).toString("base64");
    for (const planted of [encoded, `${encoded}.${signature}`, `${encoded}.`, "%", '""'])
      for (const name of ["owner-flash", "__Host-torg.owner_flash"]) {
        olga.cookies.set(name, `${name}=${encodeURIComponent(planted)}`);
        const answer = await olga.open("/owner/redirects");
        expect(answer.status).toBe(200);
        expect(await answer.text()).not.toContain(text);
      }
  }
});
