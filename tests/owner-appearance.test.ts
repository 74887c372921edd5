import sharp from "sharp";
import { expect } from "vitest";
import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import { newAppearance } from "#shop/appearance/appearance-form.ts";
import { sections } from "#shop/appearance/home-sections.ts";
import { typefacePairs } from "#shop/appearance/typefaces.ts";
import { plain } from "./support/hostile-pictures.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { toForm } from "./support/to-form.ts";

const at = "/owner/appearance";
const seen = { original: JSON.stringify(newAppearance) };

test("an owner's words, color, claims and sections replace the sample's on every page", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "looks@example.com" });
  const textOf = async (path: string) => (await (await fetch(shop.url + path)).text()).replaceAll("<!-- -->", "");
  const before = await textOf("/");
  for (const words of ["Best Deals", "24/7", "1M+", "Good things, gathered at Torg"]) expect(before).toContain(words);
  expect(before).not.toContain("accent.css");

  const own = {
    ...newAppearance,
    ...{ accent: "#7A1F5C", announcement: "Closed on Monday", announcementLink: "/contact" },
    ...{ heroBadge: "New", heroTitle: "Bread since 1903", heroText: "Baked at night.", heroButton1: "See the bread" },
    ...{ heroLink1: "/products?sort=name", trendingShown: "", featureShown4: "", featureTitle2: "14 days" },
    ...{ value1: "120", label1: "loaves a day", statShown4: "", footerHelp: "Call us.", footerText: "Brygga AS" },
  };
  const saved = await browser.sendForm(at, { ...own, ...seen });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, at]);
  await expect.poll(() => textOf("/")).toContain("Bread since 1903");
  const home = await textOf("/");
  for (const words of [
    "Closed on Monday",
    "Baked at night.",
    "See the bread",
    "14 days",
    "120",
    "Call us.",
    "Brygga AS",
  ])
    expect(home).toContain(words);
  for (const words of ["Best Deals", "24/7", "1M+", "99%", "Trending Products", "Good things, gathered"])
    expect(home).not.toContain(words);
  expect(home).toContain('href="/products?sort=name"');
  expect(home).toContain('<link rel="stylesheet" href="/accent.css?color=7a1f5c"/>');
  const css = await fetch(`${shop.url}/accent.css?color=7a1f5c`);
  expect(css.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(await css.text()).toContain("--spruce:#7a1f5c");
  expect(await (await browser.open("/owner")).text()).toContain("/accent.css?color=7a1f5c");

  const late = await browser.sendForm(at, { ...own, ...seen, heroTitle: "Cakes" });
  expect(late.status).toBe(409);
  expect((await late.text()).replaceAll("<!-- -->", "")).toContain(
    "Title: now “Bread since 1903”, you entered “Cakes”",
  );
  const ownSeen = { ...own, accent: "#7a1f5c" };
  const back = { ...newAppearance, original: JSON.stringify(ownSeen) };
  expect((await browser.sendForm(at, back)).status).toBe(303);
  await expect.poll(() => textOf("/")).toContain("Best Deals");
  expect((await textOf("/")).replaceAll(/\?v=\w+/g, "")).toHaveLength(before.length);
});

test("an uploaded icon replaces the letter, and the sample's badge, picture and footer words can go", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "icons@example.com" });
  const send = async (fields: Record<string, string>, icon?: Buffer) => {
    const form = toForm({ ...newAppearance, ...seen, ...fields });
    if (icon) form.set("icon-file", new Blob([new Uint8Array(icon)]), "icon.png");
    return browser.send(at, form);
  };
  const small = await send({}, await plain(511, 600).png().toBuffer());
  expect([small.status, await small.text()]).toEqual([422, expect.stringContaining("Use an icon of at least 512")]);
  const hidden = { heroBadgeShown: "", heroPictureShown: "", footerReturnsShown: "", footerHelpShown: "" };
  expect((await send(hidden, await plain(700, 600, 4).png().toBuffer())).status).toBe(303);
  const textOf = async (path: string) => (await (await fetch(shop.url + path)).text()).replaceAll("<!-- -->", "");
  await expect.poll(() => textOf("/")).toContain("-180.png");
  const home = await textOf("/");
  for (const words of ["Best Deals", "24/7.", "Changed your mind?", "favicon", "in the morning sun", "home-hero"])
    expect(home).not.toContain(words);
  const address = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(home)?.[1] ?? "";
  const led = await fetch(`${shop.url}/favicon.ico`, { redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toEqual([302, address]);
  const { icons } = JSON.parse(await textOf("/site.webmanifest"));
  expect(icons).toMatchObject([
    { src: address, sizes: "180x180" },
    { type: "image/png", sizes: "512x512" },
  ]);
  for (const { src, sizes } of icons) {
    const read = async () => sharp(await (await fetch(shop.url + src)).bytes()).metadata();
    const [width, height] = sizes.split("x").map(Number);
    await expect.poll(read, { timeout: 10_000 }).toMatchObject({ format: "png", width, height });
  }
  const screen = await (await browser.open(at)).text();
  const icon = /name="icon" value="([^"]*)"/.exec(screen)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const own = { original: JSON.stringify({ ...newAppearance, ...hidden, icon }) };
  expect((await send(own)).status).toBe(303);
  await expect.poll(() => textOf("/")).toContain("favicon.svg");
});

test("colors that can't be read, and links to other sites, are refused and stay in the form", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "colors@example.com" });
  const wrong = { ...newAppearance, ...seen, accent: "#e08a00", heroLink1: "//evil.example", heroTitle: "Kept" };
  const refused = await browser.sendForm(at, wrong);
  expect(refused.status).toBe(422);
  const html = (await refused.text()).replaceAll("<!-- -->", "");
  expect(html).toContain("The nearest that works is #a36400");
  expect(html).toContain("Use #a36400");
  expect(html).toContain("Use an address in this shop");
  expect(html).toContain('value="Kept"');
  for (const link of ["https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a b"])
    expect((await browser.sendForm(at, { ...newAppearance, ...seen, heroLink2: link })).status, link).toBe(422);
  for (const color of ["red", "#12", "#gggggg", "x".repeat(500)])
    expect((await browser.sendForm(at, { ...newAppearance, ...seen, accent: color })).status, color).toBe(422);
  for (const color of ["e08a00", "zzz", "", "}body{display:none"])
    expect((await fetch(`${shop.url}/accent.css?color=${encodeURIComponent(color)}`)).status, color).toBe(404);
});

// Security: O11
test("the preview shows what isn't saved, to those who may save it, and nothing in it runs or leads away", async ({
  shop,
}) => {
  const preview = `${at}/preview`;
  const browser = await ownerBrowser(shop, { email: "previews@example.com" });
  const wanted = { ...newAppearance, heroTitle: "Not yet", accent: "#8b1e1e", announcement: "x".repeat(500_000) };
  const shown = await browser.sendForm(preview, wanted);
  expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(shown.headers.get("content-security-policy")).toMatch(/frame-ancestors 'self'; sandbox allow-same-origin$/);
  expect(shown.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const html = await shown.text();
  for (const words of [">Not yet<", "color=8b1e1e", "Trending Products", '<base target="_blank"/>', "Sign in"])
    expect(html).toContain(words);
  for (const words of ["<script", "modulepreload", "xxx", "previews@example.com", "Admin"])
    expect(html).not.toContain(words);

  const pageOf = async (previewPage: string) => {
    const answer = await browser.sendForm(preview, { ...wanted, heroTitle: "", accent: "#e08a00", previewPage });
    return /<h1[^>]*>(.*?)<\/h1>/.exec(await answer.text())?.[1];
  };
  expect([await pageOf("list"), await pageOf("product")]).toEqual(["Products", "Ambre Nuit Eau de Parfum"]);
  for (const page of ["//evil.example", "/owner", "__proto__"])
    expect(await pageOf(page)).toBe("Good things, gathered at Torg");

  for (const page of [await fetch(shop.url), await browser.open(preview)])
    expect(await page.text()).not.toContain("Not yet");
  const staff = await ownerBrowser(shop, { email: "previews-staff@example.com", role: "catalog" });
  expect([(await staff.sendForm(preview, wanted)).status, (await staff.open(preview)).status]).toEqual([403, 403]);
});

test("a chosen picture is shown before the form is saved, and one that is none says why", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "chosen@example.com" });
  const choose = async (file: Buffer) => {
    const form = toForm({ ...newAppearance, ...seen, heroTitle: "Kept", step: "showPictures" });
    form.set("heroPicture-file", new Blob([new Uint8Array(file)]), "hero.png");
    return (await (await browser.send(at, form)).text()).replaceAll("&amp;", "&");
  };
  const html = await choose(await plain(1200, 800).png().toBuffer());
  const address = /name="heroPicture" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(html).toContain('value="Kept"');
  const shown = await browser.sendForm(`${at}/preview`, { ...newAppearance, heroPicture: address });
  expect(await shown.text()).toContain(address.slice(0, 40));
  expect(await (await fetch(shop.url)).text()).not.toContain(address.slice(0, 40));
  expect(await choose(Buffer.from("<svg onload=alert(1)>"))).toContain("Not saved.");
});

test("an owner adds, moves and removes sections of the home page without scripts", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "sections@example.com" });
  const headings = (html: string) =>
    Array.from(html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g), ([, heading]) => heading?.replaceAll("<!-- -->", ""));
  const before = headings(await (await fetch(shop.url)).text());
  expect(before).toEqual(["Good things, gathered at Torg", "Shop by Category", "Trending Products"]);

  let form: Record<string, string> = { ...newAppearance, ...seen, storyTitle: "Our bakery", textTitle: "Come in" };
  for (const step of ["add affordable", "add newest", "add story", "up story", "remove trending", "down hero"]) {
    const html = await (await browser.sendForm(at, { ...form, step })).text();
    expect(html).not.toContain("Not saved");
    for (const field of ["sectionOrder", ...sections.map((section) => `${section}Shown`)])
      form = { ...form, [field]: new RegExp(`name="${field}" value="([^"]*)"`).exec(html)?.[1] ?? "?" };
  }
  const wanted = ["Shop by Category", "Good things, gathered at Torg", "Up to $20", "Our bakery", "New in"];
  expect(headings(await (await browser.sendForm(`${at}/preview`, form)).text())).toEqual(wanted);
  expect(headings(await (await fetch(shop.url)).text())).toEqual(before);

  const storyText = "**Since 1903**\nby <b>hand</b>";
  const told = await (await browser.sendForm(`${at}/preview`, { ...form, storyText })).text();
  expect(told).toContain("<strong>Since 1903</strong><br");
  expect(told).toContain("by &lt;b&gt;hand");

  const bare = { ...form, storyTitle: "", affordableMost: "1" };
  const previewed = await browser.sendForm(`${at}/preview`, bare);
  expect(previewed.headers.get("empty-sections")).toBe("affordable story");
  expect(headings(await previewed.text())).toEqual([wanted[0], wanted[1], wanted[4]]);
  expect((await browser.sendForm(at, bare)).status).toBe(303);
  const screen = await (await browser.open(at)).text();
  expect(screen).toContain("Not shown, because empty: Products up to a price, Picture with story");
  const hints = Array.from(screen.matchAll(/<small data-missing="(\w+)"([^>]*)>/g), ([, section, others]) => ({
    section,
    others,
  }));
  const shownHints = hints.filter(({ others }) => !others?.includes("hidden"));
  expect(shownHints.map(({ section }) => section)).toEqual(["affordable", "story"]);
  form = { ...form, original: JSON.stringify(await readAppearanceForm((await shop.inside()).db)) };
  expect((await browser.sendForm(at, form)).status).toBe(303);
  const home = async () => headings(await (await fetch(shop.url)).text());
  await expect.poll(home).toEqual(wanted);
  expect(await (await fetch(shop.url)).text()).toContain('href="/products?filter=under20"');

  const many = await browser.sendForm(at, { ...form, sectionOrder: "text, ".repeat(80_000) });
  expect([many.status, await many.text()]).toEqual([422, expect.stringContaining("Not saved.")]);
  const unknown = { ...form, sectionOrder: "evil, text, text", affordableMost: "1.5" };
  expect((await browser.sendForm(at, unknown)).status).toBe(422);
  expect((await browser.sendForm(at, { ...newAppearance, original: JSON.stringify({}) })).status).toBe(409);
  const saved = JSON.stringify(await readAppearanceForm((await shop.inside()).db));
  expect((await browser.sendForm(at, { ...newAppearance, original: saved })).status).toBe(303);
  await expect.poll(home).toEqual(before);
});

test("a chosen picture suggests colors that one press fills in, and only saving them changes the shop", async ({
  shop,
}) => {
  const browser = await ownerBrowser(shop, { email: "suggestions@example.com" });
  const form = toForm({ ...newAppearance, ...seen, step: "showPictures", colorsFrom: "logo" });
  const logo = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#c0172b" } })
    .png()
    .toBuffer();
  form.set("logo-file", new Blob([new Uint8Array(logo)]), "logo.png");
  const html = await (await browser.send(at, form)).text();
  const choices = Array.from(html.matchAll(/value="useColors (#\w{6}) (#\w{6}) (#\w{6})"/g), ([, ...colors]) => colors);
  expect(choices).toHaveLength(4);
  // The shop's own file of it is a WebP.
  expect(choices[0]?.[0]).toMatch(/^#(bf|c0|c1)1\w2\w$/);
  const [color, ground, dark] = choices[0]?.map((each) => each.slice(1)) ?? [];

  const filled = await browser.sendForm(at, {
    ...newAppearance,
    ...seen,
    heroTitle: "Kept",
    step: `useColors #${color} #${ground} #${dark}`,
  });
  const shown = await filled.text();
  for (const value of [`#${color}`, `#${ground}`, `#${dark}`, "Kept"]) expect(shown).toContain(`value="${value}"`);
  const textOf = async (path: string) => (await fetch(shop.url + path)).text();
  expect(await textOf("/")).not.toContain("accent.css");
  const own = { ...newAppearance, accent: `#${color}`, ground: `#${ground}`, darkPaper: `#${dark}` };
  expect((await browser.sendForm(at, { ...own, ...seen })).status).toBe(303);
  const address = `/accent.css?color=${color}&ground=${ground}&dark=${dark}`;
  await expect.poll(() => textOf("/")).toContain(`href="${address.replaceAll("&", "&amp;")}"`);
  const css = await textOf(address);
  expect(css).toContain(`.bg-hero{background-color:#${ground}}`);
  expect(css).toContain(`--paper:#${dark}`);
  const back = { ...newAppearance, original: JSON.stringify(own) };
  expect((await browser.sendForm(at, back)).status).toBe(303);

  const unreadable = { ...newAppearance, ...seen, ground: "#804020", darkPaper: "#806040" };
  const refused = await (await browser.sendForm(at, unreadable)).text();
  expect(refused.match(/The nearest that works is #/g)).toHaveLength(2);
  for (const query of ["ground=804020", "dark=806040", "color=c0172b&dark=zzz", "evil=1"])
    expect((await fetch(`${shop.url}/accent.css?${query}`)).status, query).toBe(404);
  const unknown = `/pictures/uploaded/${"0".repeat(32)}-800.webp`;
  for (const colorsFrom of ["logo", "__proto__", "accent"]) {
    const asked = { ...newAppearance, ...seen, logo: unknown, step: "suggestColors", colorsFrom };
    const answer = await browser.sendForm(at, asked);
    expect([answer.status, (await answer.text()).includes("useColors")]).toEqual([200, false]);
  }
});

test.for(typefacePairs)("$label: pages load the files of this pair only, within the budget", async (pair, { shop }) => {
  const browser = await ownerBrowser(shop, { email: `${pair.value}@example.com` });
  const preview = await browser.sendForm(`${at}/preview`, { ...newAppearance, typefaces: pair.value });
  const address = `/accent.css?typefaces=${pair.value}`;
  const previewed = await preview.text();
  expect(previewed).toContain(`href="${address}"`);
  const ownSheet = /href="(\/assets\/app-[^"]+\.css)"/.exec(previewed)?.[1];
  const ownCss = await (await fetch(shop.url + ownSheet)).text();
  const named = ownCss.replace(/@font-face\{[^}]*\}/g, "").match(/[^{}]*\{font-family:(Fraunces|Instrument)/g);
  expect(named, "rules that keep the theme's own typefaces").toBeNull();
  const css = await (await fetch(shop.url + address)).text();
  const fonts = Array.from(css.matchAll(/url\((\S+?)\)/g), ([, file]) => file);
  expect(fonts).toHaveLength(2);
  let bytes = 0;
  for (const font of fonts) {
    const answer = await fetch(`${shop.url}${font}`);
    expect([answer.status, answer.headers.get("content-type")], font).toEqual([200, "font/woff2"]);
    bytes += (await answer.bytes()).length;
  }
  expect(bytes).toBeLessThanOrEqual(60_000);
  for (const family of [pair.display.name, pair.text.name]) expect(css).toContain(`'${family}','${family} fallback'`);
  for (const typefaces of ["comic", "__proto__"]) {
    expect((await fetch(`${shop.url}/accent.css?typefaces=${typefaces}`)).status).toBe(404);
    expect((await browser.sendForm(at, { ...newAppearance, ...seen, typefaces })).status).toBe(422);
  }
});

test("staff may not change the appearance", async ({ shop }) => {
  const browser = await ownerBrowser(shop, { email: "looks-staff@example.com", role: "orders" });
  expect((await browser.open(at)).status).toBe(403);
  expect((await browser.sendForm(at, { ...newAppearance, ...seen, heroTitle: "Mine" })).status).toBe(403);
});
