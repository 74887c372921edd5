import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { readOrders } from "#shop/orders/views/read-order.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { runOnShop } from "./support/run-on-shop.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { readSold, startRush } from "./support/shopping-rush.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const { email, password } = signUpOf();
const stock = 100_000;

forEachEngine((_, engine) => {
  test("a backup during orders has only whole orders, and every order confirmed before it", async () => {
    const { shop, browsers } = await openServer(engine);
    const file = join(await temporaryFolder(), "shop.backup");
    const rush = startRush(browsers);
    await rush.more(10);
    const before = [...rush.answered];
    const printed = await runOnShop(shop, "backup", file);
    await rush.more(1);
    const answered = await rush.stop();

    const { shop: restored } = await openTestShop(engine);
    const restoring = await runOnShop(restored, "restore", file);
    expect(/: (.*)\n/.exec(restoring)?.[1], "as many as were backed up").toBe(/: (.*)\n/.exec(printed)?.[1]);
    const { orderNumbers, pieces, stock: left } = await readSold(restored.db);
    expect(orderNumbers).toEqual(expect.arrayContaining(before));
    expect(answered).toEqual(expect.arrayContaining(orderNumbers));
    expect(left).toBe(stock - pieces);
    const orders = await readOrders(shop.db);
    expect(await readOrders(restored.db)).toEqual(orders.filter((order) => orderNumbers.includes(order.orderNumber)));
  });

  test("a running shop shows restored data, and sessions stay valid", async () => {
    const { shop, browsers } = await openServer(engine);
    const [browser = plainBrowser("")] = browsers;
    const file = join(await temporaryFolder(), "shop.backup");
    await runOnShop(shop, "backup", file);
    await importRecords(shop.db, [catalogRecord({ title: "Stale Coffee" })]);
    const titleNow = async () =>
      /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await browser.open("/products/coffee")).text())?.[1];
    await eventually(async () => expect(await titleNow()).toBe("Stale Coffee"));
    const rush = startRush(browsers);
    await rush.more(5);
    await runOnShop(shop, "restore", file);
    await rush.more(5);
    await rush.stop();
    await eventually(async () => expect(await titleNow()).toBe("Filter Coffee"));
    expect((await browser.open("/profile")).status).toBe(200);
    const { orderNumbers, pieces, stock: left } = await readSold(shop.db);
    expect(orderNumbers.length).toBeGreaterThanOrEqual(5);
    expect(left).toBe(stock - pieces);
  });
});

/** A server with plenty of coffee, the shop itself to look into its database, and browsers that are signed in. */
async function openServer(engine: Engine) {
  const { shop } = await openTestShop(engine);
  await importRecords(shop.db, [catalogRecord({ stock })]);
  await registerVerified(shop);
  const { dataFolder: DATA_DIR, databaseUrl: DATABASE_URL = "", authSecret: AUTH_SECRET } = shop.settings;
  const server = startServer({ DATA_DIR, DATABASE_URL, AUTH_SECRET, PORT: await freePort() });
  onTestFinished(async () => void (await server.stop()));
  const url = await server.opened();
  const browsers = Array.from({ length: 4 }, () => plainBrowser(url));
  for (const browser of browsers) expect((await browser.sendForm("/sign-in", { email, password })).status).toBe(302);
  return { shop, browsers };
}
