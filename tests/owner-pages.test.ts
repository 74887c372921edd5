import { expect } from "vitest";
import { plain } from "./support/hostile-pictures.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { seenOn } from "./support/seen-on.ts";
import { setSettings } from "./support/set-settings.ts";
import { toForm } from "./support/to-form.ts";

test("an owner previews, saves, publishes and deletes a page; shoppers see public ones", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "pages@example.com" });
  const read = async (path: string) => (await (await browser.open(path)).text()).replaceAll("<!-- -->", "");
  const seenByShoppers = async (path: string) => fetch(shop.url + path, { redirect: "manual" });
  const form = {
    title: "Opening hours",
    description: "When we are open",
    text: "## Summer\r\n\r\nAll [[how long?]] day",
  };

  expect(await read("/owner/pages/new?template=privacy")).toContain("<mark>");
  const preview = await browser.sendForm("/owner/pages/new", { ...form, step: "preview" });
  expect(preview.status).toBe(200);
  expect(await preview.text()).toContain("<h3>Summer</h3>");
  const refused = await browser.sendForm("/owner/pages/new", { ...form, step: "save", isPublic: "on" });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("still has decisions");

  const added = await browser.sendForm("/owner/pages/new", { ...form, step: "save", inFooter: "on" });
  expect([added.status, added.headers.get("location")]).toEqual([303, "/owner/pages"]);
  expect(await read("/owner/pages")).toContain("No, 1 open decision");
  expect((await seenByShoppers("/pages/opening-hours")).status).toBe(404);

  const at = "/owner/pages/opening-hours";
  const done = { ...form, slug: "opening-hours", text: "## Summer\r\n\r\nAll day", inFooter: "on", isPublic: "on" };
  const saved = await browser.sendForm(at, { ...done, ...seenOn(await read(at)), step: "save" });
  expect(saved.status).toBe(303);
  await expect.poll(async () => (await seenByShoppers("/pages/opening-hours")).status).toBe(200);
  const page = await (await seenByShoppers("/pages/opening-hours")).text();
  expect(page).toContain("<h1");
  expect(page).toContain("<h3>Summer</h3>\n<p>All day</p>");
  expect(page).toContain('<meta name="description" content="When we are open"');
  expect(page).toContain(
    `<link rel="canonical" href="${new URL("/pages/opening-hours", page.match(/canonical" href="([^"]+)"/)?.[1])}"`,
  );
  await expect.poll(async () => (await seenByShoppers("/")).text()).toContain('href="/pages/opening-hours"');
  expect(await (await seenByShoppers("/sitemap.xml")).text()).toContain("/pages/opening-hours</loc>");

  const late = await browser.sendForm(at, {
    ...done,
    text: "Closed",
    ...seenOn(await read("/owner/pages/about")),
    step: "save",
  });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Someone else changed this page");
  expect((await browser.sendForm(at, { step: "delete" })).status).toBe(303);
  expect((await browser.open(at)).status).toBe(404);
  await expect.poll(async () => (await seenByShoppers("/pages/opening-hours")).status).toBe(404);
});

test("an uploaded notice about the legal guarantee is on products, the terms and a page of its own, until it is removed", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "guarantee@example.com" });
  const at = "/owner/legal-guarantee";
  const shown = async (path: string) => (await (await fetch(shop.url + path)).text()).replaceAll("<!-- -->", "");
  const product = "/products/solvene-ambre-nuit";
  const terms = { title: "Terms", description: "", text: "Ours", slug: "terms", isPublic: "on", step: "save" };
  expect((await browser.sendForm("/owner/pages/new", terms)).status).toBe(303);
  for (const path of [product, "/"]) expect(await shown(path)).not.toContain("Legal guarantee");
  expect((await fetch(`${shop.url}/legal-guarantee`)).status).toBe(404);
  const inside = await shop.inside();
  const guide = async () => (await browser.open("/owner")).text();
  expect(await guide()).not.toContain("Upload the notice");
  await setSettings(inside, { sellerAddress: "Storgata 1, Oslo" });
  await expect.poll(guide).toContain("Upload the notice");
  await setSettings(inside, { sellerAddress: "" });

  const send = async (fields: Record<string, string>, file?: Uint8Array) => {
    const seen = seenOn(await (await browser.open(at)).text());
    const form = toForm({ ...seen, ...fields });
    if (file) form.set("guaranteeNotice-file", new Blob([new Uint8Array(file)]), "notice.png");
    return browser.send(at, form);
  };
  const svg = await send({}, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"));
  expect([svg.status, await svg.text()]).toEqual([422, expect.stringContaining("Please choose a .jpg")]);
  const narrow = await send({}, await plain(1199, 1692).png().toBuffer());
  expect([narrow.status, await narrow.text()]).toEqual([422, expect.stringContaining("at least 1,200 pixels wide")]);
  expect((await send({ guaranteeText: "To år" }, await plain(1200, 1693).png().toBuffer())).status).toBe(303);
  await expect.poll(() => shown(product)).toContain("Official EU notice");
  for (const path of [product, "/pages/terms", "/legal-guarantee"]) {
    const html = await shown(path);
    for (const part of ["/pictures/uploaded/", "size=1200x1693", "Legal guarantee", "To år"])
      expect(html).toContain(part);
  }
  expect(await shown("/")).toContain('href="/legal-guarantee"');
  expect(await guide()).toContain("official notice is in the shop.");

  expect((await send({ "guaranteeNotice-remove": "on", guaranteeText: "" })).status).toBe(303);
  await expect.poll(() => shown(product)).not.toContain("Legal guarantee");
  expect((await fetch(`${shop.url}/legal-guarantee`)).status).toBe(404);
  expect((await browser.sendForm("/owner/pages/terms", { step: "delete" })).status).toBe(303);
});

test("an owner's own words stand on About and Contact", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "about@example.com" });
  const textOf = async (path: string) => (await fetch(shop.url + path)).text();
  expect(await textOf("/about")).toContain("Our Story");
  const save = (path: string, text: string, seen: string) =>
    browser.sendForm(path, { step: "save", text, original: JSON.stringify({ text: seen }) });
  expect((await save("/owner/pages/about", "We *bake* bread.", "")).status).toBe(303);
  expect((await save("/owner/pages/contact", "Call us before ten.", "")).status).toBe(303);
  await expect.poll(() => textOf("/about")).toContain("<p>We <em>bake</em> bread.</p>");
  expect(await textOf("/about")).not.toContain("Our Story");
  await expect.poll(() => textOf("/contact")).toContain("<p>Call us before ten.</p>");
  for (const slug of ["about", "contact"]) expect((await fetch(`${shop.url}/pages/${slug}`)).status).toBe(404);
  expect((await save("/owner/pages/about", "", "We *bake* bread.")).status).toBe(303);
  expect((await save("/owner/pages/contact", " ", "Call us before ten.")).status).toBe(303);
  await expect.poll(() => textOf("/about")).toContain("Our Story");
});

test("staff may not change pages", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "pages-staff@example.com", role: "orders" });
  for (const path of ["/owner/pages", "/owner/pages/new", "/owner/pages/about"]) {
    expect((await browser.open(path)).status).toBe(403);
    expect((await browser.sendForm(path, { title: "A", text: "B", step: "save" })).status).not.toBe(303);
  }
});

test("public terms and privacy pages have short addresses, and forms name them", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "legal@example.com" });
  const look = async (path: string) => {
    const answer = await fetch(shop.url + path, { redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await look("/terms")).toEqual([404, null]);
  expect(await (await fetch(`${shop.url}/sign-up`)).text()).not.toContain("How we use your data");
  for (const [slug, title] of [
    ["terms", "Terms of sale"],
    ["privacy", "Privacy"],
  ] as const)
    await browser.sendForm("/owner/pages/new", { step: "save", title, slug, text: "All of it.", isPublic: "on" });
  await expect.poll(() => look("/terms?x=1")).toEqual([301, "/pages/terms?x=1"]);
  expect(await look("/privacy")).toEqual([301, "/pages/privacy"]);
  const signUp = async () => (await fetch(`${shop.url}/sign-up`)).text();
  await expect.poll(signUp).toContain('href="/pages/privacy"');
  const checkout = await (await browser.sendForm("/checkout", { paymentMethod: "" })).text();
  expect(checkout.replaceAll("<!-- -->", "")).toContain('agree to our <a href="/pages/terms"');
  for (const slug of ["terms", "privacy"]) await browser.sendForm(`/owner/pages/${slug}`, { step: "delete" });
  await expect.poll(() => look("/terms")).toEqual([404, null]);
});
