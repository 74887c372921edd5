import { expect, inject, onTestFinished, test } from "vitest";
import { setRole } from "#shop/owners/owners.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { startPostgres } from "./support/start-postgres.ts";

const testOnPostgres = test.skipIf(!inject("postgresUrl"));

const visited = ["/", "/products", "/products/coffee", "/products.data", "/cart"];

testOnPostgres("while PostgreSQL is away or hangs, pages that were visited are shown from memory", async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(postgres.stop);
  const { url, visitor, customer, owner } = await openShop(postgres.url);
  const before = await Promise.all(visited.map((path) => visit(visitor, path)));
  expect(await visit(customer, "/products")).toContain('href="/profile"');
  expect(await (await owner.open("/products")).text()).toContain('href="/owner"');

  async function expectPagesFromMemory() {
    for (const [index, path] of visited.entries()) {
      const page = await expectFromMemory(visitor, path);
      expect(page === before[index], path).toBe(true);
    }
    for (const person of [customer, owner]) {
      const page = await expectFromMemory(person, "/products");
      expect(page).toContain('href="/profile"');
      expect(page).not.toContain('href="/owner"');
      // Nobody who was signed in has visited it.
      expect((await expectFromMemory(person, "/cart")) === before.at(-1)).toBe(true);
    }
    const kept = plainBrowser(url, new Map([["torg.cart", "torg.cart=coffee%3A2"]]));
    const cart = await kept.open("/cart");
    expect([cart.status, cart.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await cart.text()).toContain("Your cart is safe.");
    await expectFromMemory(kept, "/products");
    expect(await statusOf(`${url}/products?page=2`)).toBe(503);
    expect((await customer.open("/profile")).status).toBe(503);
    expect((await customer.sendJson("/orders", orderOf([["coffee", 1]]))).status).toBe(503);
    const health = await fetch(`${url}/healthz`);
    expect([health.status, (await health.json()).status]).toEqual([
      200,
      "database unavailable: showing pages from memory",
    ]);
    expect(await statusOf(`${url}/readyz`)).toBe(503);
  }

  async function expectPagesOfDatabase() {
    for (const path of ["/readyz", "/profile"])
      await expect.poll(async () => (await customer.open(path)).status).toBe(200);
    for (const path of visited)
      await expect
        .poll(async () => (await visitor.open(path)).headers.get("server-timing"), { message: path })
        .toBeNull();
    expect(await (await owner.open("/products")).text()).toContain('href="/owner"');
  }

  postgres.crash();
  await expectPagesFromMemory();
  postgres.start();
  await expectPagesOfDatabase();
  postgres.signal("SIGSTOP");
  onTestFinished(() => postgres.signal("SIGCONT"));
  await expectPagesFromMemory();
  postgres.signal("SIGCONT");
  await expectPagesOfDatabase();
});

/** Opens a page until it is kept: one whose version was not known in time isn't, and has no ETag. */
async function visit(browser: PlainBrowser, path: string) {
  for (;;) {
    const answer = await browser.open(path);
    const text = await answer.text();
    if (answer.headers.has("etag")) return text;
  }
}

/** A page that nobody stores, and that says where it is from. One that was just found to be the newest is shown without asking the database. */
async function expectFromMemory(browser: PlainBrowser, path: string) {
  for (;;) {
    const answer = await browser.open(path, { "if-none-match": "*" });
    const text = await answer.text();
    const said = ["server-timing", "cache-control", "etag"].map((name) => answer.headers.get(name));
    if (answer.status === 200 && said[0] === null) continue;
    expect([answer.status, ...said], path).toEqual([200, "outage", "no-store", null]);
    return text;
  }
}

async function statusOf(url: string) {
  return (await fetch(url)).status;
}

async function openShop(databaseUrl: string) {
  const { shop } = await openTestShop("postgres", { databaseUrl });
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  await registerVerified(shop);
  const { email } = signUpOf({ email: "owner@example.com" });
  await registerVerified(shop, { email });
  await setRole(shop, email, "owner", "command line");
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const server = startServer({ PORT: await freePort(), DATA_DIR, AUTH_SECRET, DATABASE_URL: databaseUrl });
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  return {
    url,
    visitor: plainBrowser(url),
    customer: plainBrowser(url, await signInCookies(shop)),
    owner: plainBrowser(url, await signInCookies(shop, { email })),
  };
}
