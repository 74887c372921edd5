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

test("beside a saved message and in the log is Undo, for those who may do what it takes back, and once", async ({
  shop,
}) => {
  const olga = await ownerBrowser(shop, { email: "olga@example.com" });
  const carl = await ownerBrowser(shop, { email: "carl@example.com", role: "catalog" });
  const textOf = async (address: string, browser = olga) => (await browser.open(address)).text();
  await olga.sendForm("/owner/redirects", { step: "add", from: "/undone", to: "/products?q=undone" });
  const undoOf = async (address: string) => /href="(\/owner\/log\/\d+)"/.exec(await textOf(address))?.[1] ?? "";
  const undo = await undoOf("/owner/redirects");
  expect(await undoOf("/owner/log?kind=redirect")).toBe(undo);
  expect(await undoOf("/owner/log?kind=sign-in")).toBe("");
  expect(await textOf(undo, carl)).toContain("/products?q=undone");
  const presses = await Promise.all([1, 2].map(() => olga.sendForm(undo, { step: "catalog" })));
  expect(presses.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  expect(await textOf("/owner/redirects")).not.toContain("q=undone");
  const settings = { shopName: "Undone" };
  await olga.sendForm("/owner/settings", settings);
  expect(await undoOf("/owner/redirects")).not.toBe("");
  await olga.sendForm("/owner/settings", settings);
  const nothingToUndo = await textOf("/owner/redirects");
  expect(nothingToUndo).toContain("Settings saved");
  expect(nothingToUndo).not.toContain("/owner/log/");
  const settingsUndo = await undoOf("/owner/log?kind=settings");
  expect((await carl.open(settingsUndo)).status).toBe(403);
  expect((await carl.sendForm(settingsUndo, { step: "catalog" })).status).toBe(403);
  expect((await olga.sendForm(settingsUndo, { step: "catalog" })).status).toBe(400);
  expect((await olga.sendForm(settingsUndo, { step: "payments" })).status).toBe(303);
  expect(await textOf("/owner/settings")).not.toContain('value="Undone"');
});

test("the log leads to what a change names, by its name, and an undo to what it has brought back", async ({ shop }) => {
  const olga = await ownerBrowser(shop, { email: "olga-log@example.com" });
  const otto = await ownerBrowser(shop, { email: "otto-log@example.com", role: "accountant" });
  const textOf = async (address: string, browser = olga) => (await browser.open(address)).text();
  const page = { title: "How we pack", slug: "how-we-pack", text: "In paper.", description: "" };
  await olga.sendForm("/owner/pages/new", page);
  await olga.sendForm("/owner/pages/how-we-pack", { ...page, original: JSON.stringify(page), text: "In plastic." });
  const log = await textOf("/owner/log?kind=page");
  expect(log).toMatch(/Page <a[^>]* href="\/owner\/pages\/how-we-pack"[^>]*>How we pack<\/a> edited/);
  expect((await otto.open("/owner/log")).status).toBe(403);
  const undone = await olga.sendForm(/href="(\/owner\/log\/\d+)"/.exec(log)?.[1] ?? "", { step: "catalog" });
  expect(undone.headers.get("location")).toBe("/owner/pages/how-we-pack");
  const screen = await textOf("/owner/pages/how-we-pack");
  expect(screen).toContain("In paper.");
  expect(screen).toMatch(/href="\/owner\/log"[^>]*>Activity log/);
});
