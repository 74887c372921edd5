import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { takePicture } from "#shop/pictures/profile-pictures.ts";
import { uploadPicture } from "#shop/pictures/uploaded-pictures.ts";
import routes from "../app/routes.ts";
import { projectFolder } from "../server/environment/config.ts";
import { inDatabase } from "./journeys/in-database.ts";
import { pictureFile } from "./specification/picture-file.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { cookiesKeptBy, unlisted } from "./support/kept-in-browsers.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

const day = 24 * 60 * 60 * 1000;

// Security: 8.1.1
test("a session due for renewal sets no cookie on a publicly cacheable response; the next page renews it, and none sets others", async ({
  shop,
}) => {
  const { uid, cookie } = await signIn(shop);
  const shared: string[] = [];
  for (const path of await everyAddress(shop, uid)) {
    // The second time, pages come from memory.
    for (let time = 0; time < 2; time++) {
      makeSessionsDue(shop);
      const { headers } = await fetch(shop.url + path, { headers: { cookie }, redirect: "manual" });
      expect.soft(unlisted(cookiesKeptBy(headers)), path).toEqual([]);
      if (!/\bpublic\b/.test(headers.get("cache-control") ?? "")) continue;
      shared.push(path.replace(/^(\/[\w.-]+).*/, "$1"));
      expect.soft(headers.getSetCookie(), path).toEqual([]);
      const page = await fetch(`${shop.url}/profile`, { headers: { cookie } });
      expect.soft(page.headers.getSetCookie().join(), `after ${path}`).toContain("session_token=");
    }
  }
  const expected = ["/assets", "/favicon.svg", "/pictures", "/profile-pictures", "/robots.txt", "/site.webmanifest"];
  expect([...new Set(shared)]).toEqual(expect.arrayContaining(expected));
});

test("an ended session sets no cookie on publicly cacheable responses", async ({ shop }) => {
  const { cookie } = await signIn(shop);
  inDatabase(shop, `delete from "session"`);
  for (const path of ["/robots.txt", "/site.webmanifest"]) {
    const { headers } = await fetch(shop.url + path, { headers: { cookie } });
    expect(headers.get("cache-control")).toMatch(/^public/);
    expect(headers.getSetCookie()).toEqual([]);
  }
  const page = await fetch(`${shop.url}/about`, { headers: { cookie } });
  expect(page.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/);
});

test("a page from the page cache renews a session that is due", async ({ shop }) => {
  const { cookie } = await signIn(shop);
  await (await fetch(`${shop.url}/about`)).text();
  for (const path of ["/about", "/owner/none"]) {
    makeSessionsDue(shop);
    const { headers } = await fetch(shop.url + path, { headers: { cookie } });
    expect(headers.getSetCookie().join(), path).toMatch(/session_token=.*Max-Age=2592000/);
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

/** Signs in a new customer. */
async function signIn(shop: RunningShop) {
  const inside = await shop.inside();
  const email = `${crypto.randomUUID()}@example.com`;
  const uid = await registerVerified(inside, { email });
  return { uid, cookie: [...(await signInCookies(inside, { email })).values()].join("; ") };
}

/** The library renews a session once a day: two days after the last time, it is due. */
function makeSessionsDue(shop: RunningShop) {
  const expiresAt = new Date(Date.now() + 28 * day).toISOString();
  inDatabase(shop, `update "session" set "expiresAt" = '${expiresAt}'`);
}

/** An address for each of the web's routes, and a file of each kind. */
async function everyAddress(shop: RunningShop, uid: string) {
  const inside = await shop.inside();
  const { buffer: picture } = await pictureFile();
  const { signal } = new AbortController();
  const { url: profilePicture } = await takePicture(inside, uid, picture, signal);
  const productPicture = await uploadPicture(inside, picture, "square", signal);
  const [asset] = await readdir(join(projectFolder, "build/client/assets"));
  const paths = routes.map(({ path = "" }) =>
    `/${path}`.replace(":id", "lemons").replace(":orderNumber", "ABCDEF2345").replace("*", "nowhere"),
  );
  const files = [`/assets/${asset}`, "/favicon.svg", "/pictures/home-hero/main-400.webp"];
  return [...paths, ...files, profilePicture, productPicture];
}
