import { execFileSync } from "node:child_process";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { freePort, type ServerProcess, startServer } from "./support/server-process.ts";
import { readSold } from "./support/shopping-rush.ts";
import { startPostgres } from "./support/start-postgres.ts";

const testOnLinux = test.skipIf(process.platform !== "linux");
const testOnPostgres = test.skipIf(!inject("postgresUrl"));

const { email, password } = signUpOf();
const pages = ["/", "/products", "/products/coffee", "/profile", "/checkout"];

test("while another process keeps SQLite locked, pages are shown and forms get 503; then the order is made", async () => {
  const { server, shop, browser, folder } = await openShop();
  const order = orderOf([["coffee", 1]]);
  const other = new DatabaseSync(join(folder, "shop.db"), { timeout: 10_000 });
  onTestFinished(() => other.close());
  other.exec("begin exclusive");
  const answer = browser.sendJson("/orders", order);
  await expectPages(browser);
  await expectOutage(answer);
  await expectFormsRefused(browser);
  expect((await readSold(shop.db)).orderNumbers).toEqual([]);
  other.exec("rollback");
  await expectOrder(shop, browser, order);
  expectToldOnce(server, "database is locked");
});

testOnLinux("while the disk takes no more, pages are shown and forms get 503; then the order is made", async () => {
  const { server, shop, browser, url } = await openShop();
  const order = orderOf([["coffee", 1]]);
  // A full disk for this process alone: it may write nothing beyond the first kilobyte of a file.
  const limitFiles = (to: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${to}:unlimited`]);
  limitFiles("1024");
  await expectOutage(browser.sendJson("/orders", order));
  await expectPages(browser);
  await expectFormsRefused(browser);
  expect(await readHealth(url)).toBe("can't take orders: can't write to the database");
  limitFiles("unlimited");
  await expectOrder(shop, browser, order);
  await eventually(async () => expect(await readHealth(url)).toBe("ok"));
  expect(await shop.db.selectFrom("attempts").selectAll().where("key", "=", "health").execute()).toEqual([]);
  expectToldOnce(server, "disk I/O error");
});

testOnLinux("a data folder that becomes read-only stops no running shop; only the next start fails", async () => {
  const { environment, shop, browser, folder } = await openShop({ launcher: boundByPermissions });
  const files = (await readdir(folder, { withFileTypes: true })).filter((file) => file.isFile());
  const setWritable = async (writable: boolean) => {
    for (const { name } of files) await chmod(join(folder, name), writable ? 0o600 : 0o400);
    await chmod(folder, writable ? 0o700 : 0o500);
  };
  onTestFinished(() => setWritable(true));
  await setWritable(false);
  await expectPages(browser);
  await expectOrder(shop, browser, orderOf([["coffee", 1]]));
  const another = startServer({ ...environment, PORT: await freePort() }, boundByPermissions);
  expect(await another.ended).toBe(1);
  expect(another.printed.both).toMatch(/^Can't write to the data folder .*: .*\n$/);
});

testOnPostgres("while PostgreSQL is away, everything but files gets 503; then the order is made", async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(postgres.stop);
  const { server, shop, browser, url } = await openShop({ engine: "postgres", databaseUrl: postgres.url });
  const order = orderOf([["coffee", 1]]);
  postgres.crash();
  await expectOutage(browser.sendJson("/orders", order));
  await expectFormsRefused(browser);
  for (const path of [...pages, "/order-confirmation/ABCDEFGHIJ", "/verify-email/confirm"]) {
    const page = await expectOutage(browser.open(path));
    expect(page.includes("<title>We&#x27;ll be right back – Birk</title>"), path).toBe(true);
    expect(page.includes(">Torg<"), path).toBe(false);
  }
  for (const path of ["/products.data", "/sitemap.xml", "/healthz"]) await expectOutage(fetch(url + path));
  expect((await fetch(`${url}/favicon.svg`)).status).toBe(200);
  postgres.start();
  await expectOrder(shop, browser, order);
  await expectPages(browser);
  expect(server.printed.stderr).not.toMatch(/^ +at /m);
});

testOnPostgres(
  "a PostgreSQL that hangs is waited for only seconds; the order succeeds once it answers again",
  async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const { shop, browser } = await openShop({ engine: "postgres", databaseUrl: postgres.url });
    const order = orderOf([["coffee", 1]]);
    postgres.signal("SIGSTOP");
    onTestFinished(() => postgres.signal("SIGCONT"));
    await Promise.all([
      expectOutage(browser.sendJson("/orders", order)),
      ...pages.map((path) => expectOutage(browser.open(path))),
    ]);
    postgres.signal("SIGCONT");
    // On a busy machine what has hung answers only after a while.
    await expect.poll(async () => (await browser.open("/readyz")).status, { timeout: 120_000 }).toBe(200);
    await expectOrder(shop, browser, order);
    await expectPages(browser);
  },
);

testOnPostgres("what another connection keeps locked in PostgreSQL gets 503; then the order is made", async () => {
  const { shop, browser } = await openShop({ engine: "postgres" });
  const order = orderOf([["coffee", 1]]);
  await shop.db.transaction().execute(async (trx) => {
    await sql`lock table products in exclusive mode`.execute(trx);
    const answer = browser.sendJson("/orders", order);
    await expectPages(browser);
    await expectOutage(answer);
  });
  await expectOrder(shop, browser, order);
});

/** Root may write whatever permissions say, unless it gives that up. */
const boundByPermissions =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] : [];

interface OpenOptions {
  engine?: "sqlite" | "postgres";
  databaseUrl?: string;
  /** What starts the server. */
  launcher?: string[];
}

/** A server on a shop with ten coffees, a customer's browser, and the shop itself, to look into its database. */
async function openShop({ engine = "sqlite", launcher, ...settings }: OpenOptions = {}) {
  const { shop } = await openTestShop(engine, settings);
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  const { dataFolder: folder, authSecret: AUTH_SECRET, databaseUrl: DATABASE_URL } = shop.settings;
  const environment = {
    PORT: await freePort(),
    DATA_DIR: folder,
    AUTH_SECRET,
    SHOP_NAME: "Birk",
    ...(DATABASE_URL && { DATABASE_URL }),
  };
  const server = startServer(environment, launcher);
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  const browser = plainBrowser(url);
  expect((await browser.sendForm("/sign-in", { email, password })).status).toBe(302);
  return { server, shop, browser, url, folder, environment };
}

/** Reached while pages are answered, whatever it says. */
async function readHealth(url: string) {
  const answer = await fetch(`${url}/healthz`);
  expect(answer.status).toBe(200);
  return (await answer.json()).status;
}

async function expectPages(browser: PlainBrowser) {
  for (const path of [...pages, "/healthz"]) expect((await browser.open(path)).status, path).toBe(200);
}

async function expectFormsRefused(browser: PlainBrowser) {
  const answers = await Promise.all([
    browser.sendForm("/sign-in", { email, password }),
    browser.sendForm("/sign-up", { ...signUpOf({ email: "new@example.com" }) }),
    browser.sendForm("/reset-password/request", { email }),
    browser.sendForm("/contact", { ...contactLetter, orderNumber: "" }),
    browser.sendForm("/sign-out", {}),
  ]);
  for (const answer of answers) await expectOutage(answer);
}

/** @returns what the answer says, which is nothing of the database */
async function expectOutage(asked: Response | Promise<Response>) {
  const answer = await asked;
  expect(answer.status, answer.url).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  const text = await answer.text();
  expect(/\.ts:\d|SQLITE|ECONN|locked|terminated/.test(text), "tells of the database").toBe(false);
  return text;
}

/** The log names the reason, however many were refused for it. */
function expectToldOnce({ printed }: ServerProcess, reason: string) {
  const lines = printed.stdout.split("\n").filter((line) => line.includes("Database unavailable"));
  expect(lines).toEqual([expect.stringContaining(reason)]);
}

/** The order is made, once. */
async function expectOrder({ db }: Shop, browser: PlainBrowser, order: OrderForm) {
  const number = await orderOverWeb(browser, order);
  expect(await orderOverWeb(browser, order)).toBe(number);
  expect(await readSold(db)).toEqual({ orderNumbers: [number], pieces: 1, stock: 9 });
}
