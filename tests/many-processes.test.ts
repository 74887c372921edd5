import sharp from "sharp";
import { test as base, expect, inject } from "vitest";
import { addCategory } from "#shop/catalog/categories/change-category.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords, writeCatalog } from "./support/catalogs.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { createPostgresDatabase, dropPostgresDatabase } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import { type MailServer, openMailServer } from "./support/open-mail-server.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { runShopCommand } from "./support/server-process.ts";
import { readSold, startRush } from "./support/shopping-rush.ts";

interface Processes {
  servers: RunningShop[];
  urls: [string, string];
  /** The same shop in this process. */
  shop: Shop;
  environment: Record<string, string>;
  mailServer: MailServer;
}

const test = base.extend<{ $file: { processes: Processes } }>({
  /** Two processes that share nothing but one PostgreSQL and the secret are one shop, here with its sample catalog. */
  processes: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const mailServer = await openMailServer();
      const DATABASE_URL = await createPostgresDatabase();
      const environment = {
        DATABASE_URL,
        AUTH_SECRET: "a secret that is only good for tests",
        SHOP_URL: "http://localhost:3000",
        SMTP_URL: mailServer.url,
      };
      const opened = await Promise.all([1, 2].map(() => openRunningShop("sqlite", environment)));
      const servers = opened.map(({ shop }) => shop);
      const urls = servers.map((_, index) => `http://localhost:${servers[index]?.environment.PORT}`) as [
        string,
        string,
      ];
      await use({ servers, urls, shop: await (servers[0] as RunningShop).inside(), environment, mailServer });
      await Promise.all(opened.map(({ close }) => close()));
      await dropPostgresDatabase(DATABASE_URL);
      await mailServer.close();
    },
    { scope: "file" },
  ],
});
const testOnPostgres = test.skipIf(!inject("postgresUrl"));

const { password } = signUpOf();

testOnPostgres("a new category is in the menu of all processes", async ({ processes: { shop, urls } }) => {
  const fields = {
    name: "Garden",
    slug: "garden",
    description: "",
    picture: "",
    color: "",
    searchWords: "",
    withdrawalException: "",
    parent: "",
    kind: "category" as const,
  };
  await addCategory(shop, { ...fields, inMenu: "on" }, "owner@example.com");
  const menus = () => Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const link = expect.stringContaining('href="/products?filter=garden"');
  await expect.poll(menus).toEqual([link, link]);
});

testOnPostgres("a session is valid in all processes and ends in all", async ({ processes: { shop, urls } }) => {
  const email = "ada@example.com";
  await registerVerified(shop, { email });
  const cookies = await signIn(urls[0], email);
  const elsewhere = await signIn(urls[1], email);
  expect(await signedInAt(urls, cookies)).toEqual([true, true]);
  await plainBrowser(urls[1], new Map(cookies)).sendForm("/sign-out", {});
  expect(await signedInAt(urls, cookies)).toEqual([false, false]);
  expect(await signedInAt(urls, elsewhere)).toEqual([true, true]);
});

testOnPostgres(
  "mails go out once, and their links are good at all of them",
  async ({ processes: { urls, mailServer } }) => {
    const email = "bob@example.com";
    const received = () => mailServer.received.filter(({ recipients }) => recipients.includes(email));
    const cookies = new Map<string, string>();
    await plainBrowser(urls[0], cookies).sendForm("/sign-up", { ...signUpOf({ email }) });
    const verification = await plainBrowser(urls[1], cookies).open(linkIn(received().at(-1)?.mail.text));
    expect(verification.headers.get("location")).not.toContain("expired");
    expect((await plainBrowser(urls[1], cookies).open("/checkout")).status).toBe(200);

    await plainBrowser(urls[1]).sendForm("/reset-password/request", { email });
    await eventually(() => expect(received()).toHaveLength(2));
    const token = new URLSearchParams(linkIn(received().at(-1)?.mail.text).split("?")[1]).get("token") ?? "";
    const chosen = { token, password: "Other-pass1", confirmPassword: "Other-pass1" };
    expect((await plainBrowser(urls[1]).sendForm("/reset-password", chosen)).status).toBe(302);
    expect((await plainBrowser(urls[0]).sendForm("/reset-password", chosen)).status, "a link is good once").toBe(422);
    expect(await signedInAt(urls, cookies)).toEqual([false, false]);
    expect(await signedInAt(urls, await signIn(urls[1], email, "Other-pass1"))).toEqual([true, true]);
    // The two links, and word that the password was changed.
    await eventually(() => expect(received()).toHaveLength(3));
    expect(received().map(({ recipients }) => recipients)).toEqual([[email], [email], [email]]);
  },
);

testOnPostgres("rate limits hold across processes", async ({ processes: { shop, urls } }) => {
  const email = "eve@example.com";
  await registerVerified(shop, { email });
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    const wrong = { email, password: "Wrong-pass1" };
    const answer = await plainBrowser(urls[tries % urls.length] ?? "").sendForm("/sign-in", wrong);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});

testOnPostgres("all processes show an imported catalog", async ({ processes: { urls, environment } }) => {
  const titlesAt = (path: string) => Promise.all(urls.map((url) => headingAt(url + path)));
  const [before] = await titlesAt("/products/lemons");
  expect(await titlesAt("/products/lemons")).toEqual(Array(2).fill(before));
  const laptop = catalogRecord({ id: "laptop", category: "laptops" });
  const file = await writeCatalog([catalogRecord({ id: "lemons", title: "Green Lemons" }), catalogRecord(), laptop]);
  await runShopCommand(environment, "import", file);
  await eventually(async () => {
    expect(await titlesAt("/products/lemons")).toEqual(Array(2).fill("Green Lemons"));
    expect(await titlesAt("/products/coffee")).toEqual(Array(2).fill("Filter Coffee"));
    expect(await titlesAt("/products?filter=laptops")).toEqual(Array(2).fill("Laptops"));
  });
});

testOnPostgres("all processes serve a picture that one of them received", async ({ processes: { shop, urls } }) => {
  const email = "ida@example.com";
  await registerVerified(shop, { email });
  const browser = plainBrowser(urls[0], await signIn(urls[1], email));
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const answer = await browser.sendFile("/profile/picture", new Uint8Array(picture));
  const { secure_url: address } = (await answer.json()) as { secure_url: string };
  const { pathname } = new URL(address, urls[0]);
  for (const url of urls) {
    const served = await fetch(url + pathname);
    expect((await sharp(await served.arrayBuffer()).metadata()).format).toBe("webp");
  }
});

testOnPostgres(
  "every confirmed order exists once after processes were killed during purchases",
  async ({ processes: { shop, urls, servers } }) => {
    const email = "sue@example.com";
    await importRecords(shop.db, [catalogRecord({ stock: 100_000 })]);
    await registerVerified(shop, { email });
    const cookies = await signInCookies(shop, { email });
    const load = urls.flatMap((url) => [plainBrowser(url, cookies), plainBrowser(url, cookies)]);
    const rush = startRush(load);
    for (const server of servers) {
      await rush.more(10);
      const startAgain = await server.kill();
      await startAgain();
    }
    await rush.more(10);
    const answered = await rush.stop();
    const { orderNumbers, pieces, stock } = await readSold(shop.db);
    expect(new Set(answered).size).toBe(answered.length);
    expect(orderNumbers.toSorted()).toEqual(answered.toSorted());
    expect(stock).toBe(100_000 - pieces);
  },
);

/** Signs in at one of the processes. @returns the cookies that the browser has then */
async function signIn(url: string, email: string, typed = password) {
  const cookies = new Map<string, string>();
  const answer = await plainBrowser(url, cookies).sendForm("/sign-in", { email, password: typed });
  expect(answer.status).toBe(302);
  return cookies;
}

/** Whether each of the processes shows a browser with these cookies its profile. */
function signedInAt(urls: string[], cookies: Map<string, string>) {
  const open = (url: string) => plainBrowser(url, new Map(cookies)).open("/profile");
  return Promise.all(urls.map(async (url) => (await open(url)).status === 200));
}

async function headingAt(address: string) {
  const page = await (await fetch(address)).text();
  return /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1];
}

/** The path of the link in a mail. */
function linkIn(text = "") {
  return /http:\/\/localhost:3000(\S+)/.exec(text)?.[1] ?? "";
}
