import sharp from "sharp";
import { expect } from "vitest";
import { headOf } from "./support/page-head.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";
import { sampleCards } from "./support/sample-cards.ts";

test("robots.txt disallows private pages and names the sitemap", async ({ shop }) => {
  const answer = await fetch(`${shop.url}/robots.txt`);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const lines = (await answer.text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  for (const path of [
    "/account",
    "/checkout",
    "/order-confirmation/",
    "/profile",
    "/verify-email",
    "/reset-password",
  ]) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
});

test("every sitemap entry is a page with that canonical address", async ({ shop }) => {
  const answer = await fetch(`${shop.url}/sitemap.xml`);
  expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const addresses = Array.from((await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g), ([, address = ""]) => address);
  expect(addresses.filter((address) => address.startsWith(`${publicUrl}/products/`))).toHaveLength(sampleCards.length);
  for (const address of addresses) {
    const page = await fetch(address.replace(publicUrl, shop.url));
    expect(page.status).toBe(200);
    const head = headOf(await page.text());
    expect(head.link("canonical")).toBe(address);
    expect(head.meta("robots")).toBeUndefined();
  }
});

test("a sitemap part beyond the last answers 404", async ({ shop }) => {
  expect((await fetch(`${shop.url}/sitemap.xml?part=2`)).status).toBe(404);
  expect((await fetch(`${shop.url}/sitemap.xml?part=none`)).status).toBe(404);
});

test("the manifest has the shop's name, and all icons have the sizes they claim", async ({ shop }) => {
  const page = headOf(await (await fetch(shop.url)).text());
  const answer = await fetch(shop.url + page.link("manifest"));
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: "Torg", start_url: "/", theme_color: "#fbf9f5", display: "standalone" });
  expect(manifest.icons).toContainEqual(expect.objectContaining({ purpose: "maskable", sizes: "512x512" }));
  const claimed = [...manifest.icons, { src: page.link("apple-touch-icon"), type: "image/png", sizes: "180x180" }];
  for (const { src, type, sizes } of claimed) {
    const icon = await fetch(shop.url + src);
    expect(icon.headers.get("content-type")?.split(";")[0]).toBe(type);
    if (sizes === "any") continue;
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("/favicon.ico answers with an icon", async ({ shop }) => {
  const answer = await fetch(`${shop.url}/favicon.ico`);
  expect(answer.status).toBe(200);
  const icon = Buffer.from(await answer.arrayBuffer());
  expect(icon.readUInt16LE(2)).toBe(1);
  const { format, width } = await sharp(icon.subarray(icon.readUInt32LE(18))).metadata();
  expect({ format, width }).toEqual({ format: "png", width: 32 });
});
