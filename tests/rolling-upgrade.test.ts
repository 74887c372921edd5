import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import type { Migrating } from "./support/migrate-process.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { runProcesses } from "./support/run-processes.ts";
import { freePort, startServer } from "./support/server-process.ts";
import { readSold } from "./support/shopping-rush.ts";

const whatToDo = "A newer version of Torg has upgraded the database. Restart this process with the new version.";
const stock = 100_000;

const engines: Engine[] = inject("postgresUrl") ? ["sqlite", "postgres"] : ["sqlite"];

test.for(engines)(
  "on %s, a newer version migrates while shops sell: they go on, and after a breaking migration sell nothing, and say what to do",
  { timeout: 240_000 },
  async (engine) => {
    const { shop, servers } = await openSellingShops(engine);
    const browsers = servers.flatMap(({ browser }) => [browser, browser, browser]);
    const rush = startSelling(browsers);
    await rush.until(({ status }) => status === 200, 20);

    expect(await upgradeBy(shop, ["998-newer"])).toEqual(["998-newer"]);
    await rush.until(({ status }) => status === 200, 20);
    expect(new Set(rush.answers.map(({ status }) => status))).toEqual(new Set([200]));

    expect(await upgradeBy(shop, ["998-newer", "999-newer-breaking"])).toEqual(["999-newer-breaking"]);
    const before = rush.answers.length;
    await rush.until(() => true, 40);
    const answers = await rush.stop();
    expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
      new Set(["200 null", "503 5"]),
    );
    // Each browser may have waited for the answer to an order that was placed before.
    expect(answers.slice(before + browsers.length).filter(({ status }) => status === 200)).toEqual([]);

    const { orderNumbers, pieces, stock: left } = await readSold(shop.db);
    const answered = answers.flatMap(({ orderNumber }) => orderNumber ?? []);
    expect(orderNumbers.toSorted()).toEqual(answered.toSorted());
    expect(left).toBe(stock - pieces);
    const { rows } = await sql`select count from "ordersBefore"`.execute(shop.db);
    expect(rows).toEqual([{ count: orderNumbers.length }]);
    const paid = shop.db.selectFrom("orderEvents").innerJoin("orders", "orders.id", "orderId").select("orderNumber");
    const paidNumbers = (await paid.where("step", "=", "paid").execute()).map(({ orderNumber }) => orderNumber);
    expect(paidNumbers.toSorted()).toEqual(answered.toSorted());

    for (const { url, browser, printed } of servers) {
      for (const path of ["/", "/products/coffee", "/profile"])
        expect((await browser.open(path)).status, path).toBe(200);
      const letter = await browser.sendForm("/contact", { ...contactLetter, orderNumber: "" });
      expect([letter.status, letter.headers.get("retry-after")]).toEqual([503, "5"]);
      const health = () => fetch(`${url}/healthz`);
      await expect.poll(async () => (await health()).status).toBe(503);
      expect(await (await health()).json()).toMatchObject({
        status: "a newer version has upgraded the database: restart this process with it",
      });
      const lines = printed.stdout.split("\n").filter((line) => line.includes(`"msg":"${whatToDo}"`));
      expect(lines.length).toBeGreaterThan(0);
      const times = lines.map((line) => Date.parse(JSON.parse(line).time));
      for (const [index, time] of times.entries()) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(59_000);
    }
  },
);

/** Migrates the database as a process of a newer version does. */
async function upgradeBy({ settings: { dataFolder, databaseUrl } }: Shop, newer: Migrating["newer"]) {
  const script = new URL("support/migrate-process.ts", import.meta.url);
  const [applied] = await runProcesses<Migrating, string[]>(script, [{ dataFolder, databaseUrl, newer }]);
  return applied;
}

/** Two servers on one database, each with the browser of the same customer, and the shop itself, to look into its database. */
async function openSellingShops(engine: Engine) {
  const { shop } = await openTestShop(engine);
  await importRecords(shop.db, [catalogRecord({ stock })]);
  await registerVerified(shop);
  const cookies = await signInCookies(shop);
  const { dataFolder, authSecret: AUTH_SECRET, databaseUrl } = shop.settings;
  const environment = { DATA_DIR: dataFolder, AUTH_SECRET, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const server = startServer({ ...environment, PORT: await freePort() });
      onTestFinished(async () => void (await server.stop()));
      const url = await server.opened();
      return { url, browser: plainBrowser(url, new Map(cookies)), printed: server.printed };
    }),
  );
  return { shop, servers };
}

interface Answer {
  status: number;
  retryAfter: string | null;
  orderNumber?: string;
}

/** Has browsers order one "coffee" after the other, whatever they are answered. */
function startSelling(browsers: PlainBrowser[]) {
  const answers: Answer[] = [];
  let isStopping = false;
  const shoppers = browsers.map(async (browser) => {
    while (!isStopping) {
      const answer = await browser.sendJson("/orders", orderOf([["coffee", 1]]));
      const { orderNumber } = (await answer.json()) as { orderNumber?: string };
      const { status, headers } = answer;
      answers.push({ status, retryAfter: headers.get("retry-after"), ...(orderNumber && { orderNumber }) });
    }
  });
  return {
    answers,
    /** Waits for so many more answers of a kind. */
    async until(isWanted: (answer: Answer) => boolean, count: number) {
      const enough = answers.filter(isWanted).length + count;
      const wait = async () => {
        while (answers.filter(isWanted).length < enough) await new Promise((look) => setTimeout(look, 20));
      };
      await Promise.race([wait(), ...shoppers]);
    },
    /** Lets the shoppers end. @returns what they were answered */
    async stop() {
      isStopping = true;
      await Promise.all(shoppers);
      return answers;
    },
  };
}
