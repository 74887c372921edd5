import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { readSold } from "./support/shopping-rush.ts";
import { startPostgres } from "./support/start-postgres.ts";

vi.setConfig({ testTimeout: 120_000 });

const { email, password } = signUpOf();
const rightBack = "We will be right back";

test("while another process holds SQLite's lock, pages are shown and forms get 503; then the same order is made", async () => {
  const { server, shop, url } = await openServer("sqlite");
  const browser = await signedIn(url);
  const lock = new DatabaseSync(join(shop.settings.dataFolder, "shop.db"));
  onTestFinished(() => lock.close());
  lock.exec("begin exclusive");
  const order = orderOf([["coffee", 1]]);
  const answer = browser.sendJson("/checkout.data", order);
  await showsPages(url, browser);
  await expectOutage(answer);
  await formsAreRefused(browser);
  expect((await readSold(shop.db)).orderNumbers).toEqual([]);
  lock.exec("rollback");
  const number = await orderOverWeb(browser, order);
  expect(await readSold(shop.db)).toEqual({ orderNumbers: [number], pieces: 1, stock: 9 });
  expect(server.printed.stderr).toBe("The database can't be used: database is locked\n");
});

test.skipIf(!inject("postgresUrl"))(
  "while PostgreSQL is away, everything gets 503; then all is as before",
  async () => {
    const postgres = await startPostgres({ durable: true });
    onTestFinished(postgres.stop);
    const { server, shop, url } = await openServer("postgres", postgres.url);
    const browser = await signedIn(url);
    const order = orderOf([["coffee", 1]]);
    postgres.crash();
    await expectOutage(browser.sendJson("/checkout.data", order));
    await formsAreRefused(browser);
    for (const path of [
      "/",
      "/products",
      "/products/coffee",
      "/profile",
      "/checkout",
      "/about",
      "/order-confirmation/ABCDEFGHIJ",
      "/verify-email/confirm",
    ]) {
      await expectOutagePage(browser.open(path));
    }
    await expectOutage(fetch(`${url}/products.data`));
    await expectOutage(fetch(`${url}/sitemap.xml`));
    await expectOutage(fetch(`${url}/healthz`));
    expect((await fetch(`${url}/favicon.svg`)).status).toBe(200);
    postgres.start();
    const number = await orderOverWeb(browser, order);
    expect(await readSold(shop.db)).toEqual({ orderNumbers: [number], pieces: 1, stock: 9 });
    await showsPages(url, browser);
    expect(server.printed.stderr).not.toMatch(/^\s+at /m);
  },
);

/** A server on a shop with ten coffees and a customer, and the shop itself, to look into its database. */
async function openServer(engine: "sqlite" | "postgres", databaseUrl?: string) {
  const { shop } = await openTestShop(engine, databaseUrl ? { databaseUrl } : {});
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const environment = {
    PORT: await freePort(),
    DATA_DIR,
    AUTH_SECRET,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const server = startServer(environment);
  onTestFinished(async () => void (await server.stop()));
  return { server, shop, url: await server.opened() };
}

async function signedIn(url: string) {
  const browser = plainBrowser(url);
  expect((await browser.sendForm("/sign-in", { email, password })).status).toBe(302);
  return browser;
}

async function showsPages(url: string, browser: PlainBrowser) {
  for (const path of ["/", "/products", "/products/coffee", "/profile", "/checkout", "/healthz"]) {
    expect((await browser.open(path)).status, path).toBe(200);
    expect((await fetch(url + path)).status, path).toBe(200);
  }
}

async function formsAreRefused(browser: PlainBrowser) {
  const contact = {
    firstName: "Ada",
    lastName: "Lovelace",
    email,
    phoneNumber: "12345678",
    orderNumber: "",
    subject: "Coffee",
    message: "Where does it grow?",
  };
  const answers = await Promise.all([
    browser.sendForm("/sign-in", { email, password }),
    browser.sendForm("/sign-up", { ...signUpOf({ email: "new@example.com" }) }),
    browser.sendForm("/reset-password/request", { email }),
    browser.sendForm("/contact", contact),
    browser.sendForm("/sign-out", {}),
  ]);
  for (const answer of answers) await expectOutage(answer);
}

async function expectOutage(asked: Response | Promise<Response>) {
  const answer = await asked;
  const text = await answer.text();
  expect({ url: answer.url, status: answer.status, again: answer.headers.get("retry-after") }).toEqual({
    url: answer.url,
    status: 503,
    again: "5",
  });
  expect(text).not.toMatch(/\bat .*\.ts|SQLITE|ECONN|is locked/);
  return text;
}

async function expectOutagePage(asked: Promise<Response>) {
  const page = await expectOutage(asked);
  expect(page.includes(rightBack)).toBe(true);
}
