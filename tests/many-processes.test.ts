import sharp from "sharp";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { catalogRecord, importRecords, writeCatalog } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { startMailServer } from "./support/mail-server.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, runShopCommand, type ServerProcess, startServer } from "./support/server-process.ts";
import { readSold, startRush } from "./support/shopping-rush.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

/** Two processes that share nothing but one PostgreSQL and the secret are one shop. */
const testOnPostgres = test.skipIf(!inject("postgresUrl"));

const eventually = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 120_000 });

const { email, password } = signUpOf();

testOnPostgres("a session is valid at all of them, and ends at all of them", async () => {
  const { shop, urls } = await openProcesses();
  await registerVerified(shop);
  const cookies = await signIn(urls[0], password);
  const elsewhere = await signIn(urls[1], password);
  expect(await signedInAt(urls, cookies)).toEqual([true, true]);
  await plainBrowser(urls[1], new Map(cookies)).sendForm("/sign-out", {});
  expect(await signedInAt(urls, cookies)).toEqual([false, false]);
  expect(await signedInAt(urls, elsewhere)).toEqual([true, true]);
});

testOnPostgres("mails go out once, and their links are good at all of them", async () => {
  const { url: SMTP_URL, received } = await startMailServer();
  const { urls } = await openProcesses({ SMTP_URL });
  const cookies = new Map<string, string>();
  await plainBrowser(urls[0], cookies).sendForm("/sign-up", { ...signUpOf() });
  const verification = await plainBrowser(urls[1]).open(linkIn(received.at(-1)?.mail.text));
  expect(verification.headers.get("location")).not.toContain("expired");
  expect((await plainBrowser(urls[1], cookies).open("/checkout")).status).toBe(200);

  await plainBrowser(urls[1]).sendForm("/reset-password/request", { email });
  await vi.waitFor(() => expect(received).toHaveLength(2), eventually);
  const token = new URLSearchParams(linkIn(received.at(-1)?.mail.text).split("?")[1]).get("token") ?? "";
  const chosen = { token, password: "Other-pass1", confirmPassword: "Other-pass1" };
  expect((await plainBrowser(urls[1]).sendForm("/reset-password", chosen)).status).toBe(302);
  expect((await plainBrowser(urls[0]).sendForm("/reset-password", chosen)).status, "a link is good once").toBe(422);
  expect(await signedInAt(urls, cookies)).toEqual([false, false]);
  expect(await signedInAt(urls, await signIn(urls[1], "Other-pass1"))).toEqual([true, true]);
  expect(received.map(({ recipients }) => recipients)).toEqual([[email], [email]]);
});

testOnPostgres("their limits on attempts count together", async () => {
  const { shop, urls } = await openProcesses();
  await registerVerified(shop);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    const wrong = { email, password: "Wrong-pass1" };
    const answer = await plainBrowser(urls[tries % urls.length] ?? "").sendForm("/sign-in", wrong);
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});

testOnPostgres("a catalog that is imported is shown by all of them", async () => {
  const { urls, environment } = await openProcesses();
  const titlesAt = (path: string) => Promise.all(urls.map((url) => headingAt(url + path)));
  const [before] = await titlesAt("/products/lemons");
  expect(await titlesAt("/products/lemons")).toEqual(Array(2).fill(before));
  const file = await writeCatalog([catalogRecord({ id: "lemons", title: "Green Lemons" }), catalogRecord()]);
  await runShopCommand(environment, "import", file);
  await vi.waitFor(async () => {
    expect(await titlesAt("/products/lemons")).toEqual(Array(2).fill("Green Lemons"));
    expect(await titlesAt("/products/coffee")).toEqual(Array(2).fill("Filter Coffee"));
  }, eventually);
});

testOnPostgres("a picture that one of them takes is served by all of them", async () => {
  const { shop, urls } = await openProcesses();
  await registerVerified(shop);
  const browser = plainBrowser(urls[0], await signIn(urls[1], password));
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

testOnPostgres("when some are killed amid purchases, every order that was answered stands, once", async () => {
  const { shop, urls, servers } = await openProcesses();
  await importRecords(shop.db, [catalogRecord({ stock: 100_000 })]);
  await registerVerified(shop);
  const cookies = await signIn(urls[0], password);
  const load = urls.flatMap((url) => [plainBrowser(url, cookies), plainBrowser(url, cookies)]);
  const rush = startRush(load);
  for (const server of servers) {
    await rush.more(10);
    server.kill("SIGKILL");
    await server.ended;
    const again = start(server.environment);
    await again.opened();
  }
  await rush.more(10);
  const answered = await rush.stop();
  const { orderNumbers, pieces, stock } = await readSold(shop.db);
  expect(new Set(answered).size).toBe(answered.length);
  expect(orderNumbers.toSorted()).toEqual(answered.toSorted());
  expect(stock).toBe(100_000 - pieces);
});

type Started = ServerProcess & { environment: Record<string, string> };

/** Two processes of one shop with its sample catalog, and the shop itself, to look into its database. */
async function openProcesses(settings: Record<string, string> = {}) {
  const { shop } = await openTestShop("postgres");
  const { databaseUrl: DATABASE_URL = "", authSecret: AUTH_SECRET } = shop.settings;
  const environment = { DATABASE_URL, AUTH_SECRET, SHOP_URL: "http://localhost:3000", ...settings };
  const servers: Started[] = [];
  for (let number = 0; number < 2; number++) {
    servers.push(start({ ...environment, PORT: await freePort(), DATA_DIR: await temporaryFolder() }));
  }
  const urls = (await Promise.all(servers.map((server) => server.opened()))) as [string, string];
  return { shop, servers, urls, environment };
}

/** Starts a process that doesn't outlive the test. */
function start(environment: Record<string, string>): Started {
  const server = startServer(environment);
  onTestFinished(async () => void (await server.stop()));
  return { ...server, environment };
}

/** Signs in at one of the processes. @returns the cookies that the browser has then */
async function signIn(url: string, typed: string) {
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
