import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished } from "vitest";
import { consumeRateLimit } from "#shop/limits/rate-limits.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";
import { inDatabase } from "./journeys/in-database.ts";
import { register, registerVerified, signInCookies } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { plain, slowPicture, textBomb } from "./support/hostile-pictures.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";

// Security: 12.1.3
test("only verified customers may upload a picture", async ({ shop }) => {
  const picture = new Uint8Array(await plain(64, 64).png().toBuffer());
  const visitor = await plainBrowser(shop.url).sendFile("/profile/picture", picture);
  expect(visitor.status).toBe(401);
  const { browser, email } = await signUp(shop, register);
  const unverified = await browser.sendFile("/profile/picture", picture);
  expect(unverified.status).toBe(403);
  expect(await unverified.json()).toEqual({ error: pictureMessages.unverified });
  inDatabase(shop, `update "user" set "emailVerified" = 1 where "email" = '${email}'`);
  expect((await browser.sendFile("/profile/picture", picture)).status).toBe(200);
});

// Security: 12.1.3
test("more than 20 uploads an hour are refused before they are read, with Retry-After", async ({ shop }) => {
  const { browser, uid } = await signUpVerified(shop);
  const { db } = await shop.inside();
  for (let uploads = 0; uploads < 18; uploads++) {
    await consumeRateLimit(db, [{ limit: "pictureByAccount", by: uid }], new Date());
  }
  for (let uploads = 18; uploads < 20; uploads++) {
    expect((await browser.sendFile("/profile/picture", new Uint8Array(1))).status).toBe(415);
  }
  const answer = await browser.sendFile("/profile/picture", new Uint8Array(await slowPicture()));
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("3600");
  expect(await answer.json()).toEqual({ error: "Too many failed attempts. Please try again later." });
});

// Security: 12.1.2
test("a small file that unpacks without end is refused, and the shop keeps running", async ({ shop }) => {
  const { browser } = await signUpVerified(shop);
  const answer = await browser.sendFile("/profile/picture", new Uint8Array(await textBomb()));
  expect(answer.status).toBe(415);
  expect(await answer.json()).toEqual({ error: pictureMessages.costly });
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
});

test("of many simultaneous uploads some are refused with Retry-After, and the shop's own memory doesn't grow", async () => {
  const shop = await openShop();
  const customers = await Promise.all(Array.from({ length: 10 }, () => signUpVerified(shop)));
  const slow = new Uint8Array(await slowPicture());
  const before = await peakMemory(shop);
  const answers = await Promise.all(customers.map(({ browser }) => browser.sendFile("/profile/picture", slow)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toEqual({ error: pictureMessages.busy });
  }
  // One of these pictures takes 120 MB.
  expect((await peakMemory(shop)) - before).toBeLessThan(115 * 1024);
});

// Security: 12.1.3
test("of the same picture sent twice at once one is accepted", async ({ shop }) => {
  const { browser } = await signUpVerified(shop);
  const slow = new Uint8Array(await slowPicture());
  const answers = await Promise.all([1, 2].map(() => browser.sendFile("/profile/picture", slow)));
  const [taken, refused] = answers.toSorted((one, other) => one.status - other.status);
  expect([taken?.status, refused?.status]).toEqual([200, 429]);
  expect(refused?.headers.get("retry-after")).toBe("5");
  expect(await refused?.json()).toEqual({ error: pictureMessages.ownBusy });
});

test("a disconnected client leaves its place to others, and nothing is logged", async () => {
  const shop = await openShop();
  const customers = await Promise.all(Array.from({ length: 6 }, () => signUpVerified(shop)));
  const slow = await slowPicture();
  const [last, ...gone] = customers;
  const uploads = await Promise.all(gone.map(({ cookies }) => startUpload(shop, cookies, slow)));
  for (const upload of uploads) upload.destroy();
  const small = new Uint8Array(await plain(64, 64).png().toBuffer());
  await eventually(async () => {
    expect((await last?.browser.sendFile("/profile/picture", small))?.status).toBe(200);
  });
  const again = await Promise.all(gone.map(({ browser }) => browser.sendFile("/profile/picture", small)));
  expect(again.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(countPictures(shop), "nothing was saved for disconnected clients").toBe(6);
  expect(shop.printed()).not.toContain("Picture not uploaded");
});

test("half an upload takes no place", async ({ shop }) => {
  const { browser, cookies } = await signUpVerified(shop);
  const half = await startUpload(shop, cookies, await slowPicture(), 0.5);
  const small = new Uint8Array(await plain(64, 64).png().toBuffer());
  expect((await browser.sendFile("/profile/picture", small)).status).toBe(200);
  half.destroy();
});

function countPictures({ dataFolder }: RunningShop) {
  const database = new DatabaseSync(join(dataFolder, "shop.db"), { timeout: 10_000 });
  const row = database.prepare(`select count(*) as "count" from "pictures"`).get();
  database.close();
  return row?.count;
}

async function openShop() {
  const { shop, close } = await openRunningShop("sqlite");
  onTestFinished(close);
  return shop;
}

const signUpVerified = (shop: RunningShop) => signUp(shop, registerVerified);

/** A new customer, and the browser in which they are signed in. */
async function signUp(running: RunningShop, signUpAs: typeof register) {
  const email = `${randomUUID()}@example.com`;
  const shop = await running.inside();
  const uid = await signUpAs(shop, { email });
  const cookies = await signInCookies(shop, { email });
  return { uid, email, cookies, browser: plainBrowser(running.url, cookies) };
}

/** Sends a picture, or the first part of it. @returns the request, once that has been sent, for its sender to hang up */
async function startUpload(shop: RunningShop, cookies: Map<string, string>, file: Buffer, share = 1) {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(file)]), "file");
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const upload = request(`${shop.url}/profile/picture`, {
    method: "POST",
    headers: {
      cookie: [...cookies.values()].join("; "),
      "content-type": encoded.headers.get("content-type") ?? "",
      "content-length": body.length,
    },
  });
  upload.on("error", () => {});
  upload.on("response", (answer) => answer.resume());
  await new Promise<void>((resolve) => upload.write(body.subarray(0, share * body.length), () => resolve()));
  return upload;
}

/** The most memory that the shop's process ever had, in kB. */
async function peakMemory({ pid }: RunningShop) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}
