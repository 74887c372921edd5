import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import { connectAt } from "../tests/support/database-location.ts";
import type { Engine } from "../tests/support/running-shop.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";
import { measureSettings } from "./checkout-settings.ts";
import { authSecret, openLocations, openStockedShop, plenty, signShoppersIn } from "./support/bench-shop.ts";
import { generatorNote, load, unlessLimited } from "./support/load.ts";
import { ask, startProcess } from "./support/processes.ts";
import { median, type Table } from "./support/results.ts";
import type { Shopped, Shopping } from "./support/shoppers-process.ts";

const crowds = [1, 16, 64];
const readers = 64;
const rounds = 5;
const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" };

type Row = Table["rows"][number];

/** Orders per second over HTTP, compared with their bare SQL statements, alone and while others browse, and what settings cost at the checkout. */
export async function* measure(seconds = 3): AsyncIterable<Table> {
  const alone: Row[] = [];
  const amidReaders: Row[] = [];
  for (const engine of ["sqlite", "postgres"] as const) {
    const measured = await measureOn(engine, seconds);
    alone.push(...measured.alone);
    amidReaders.push(measured.amidReaders);
  }
  yield {
    title: "Orders per second",
    note: `Verified customers post orders of two lines, each over a connection of its own, as fast as they are answered, for ${rounds} × ${seconds} s in
turn at the shop and at the control: a bare \`node:http\` server on the raw driver that runs the same statements in the same
transactions, one after another, with the same waits for the disk. The shop also writes an email for each order; what it hasn't written in its turn, it does
before the control's. *Emails later* is how long that takes, in seconds. Milliseconds. Every order that was answered stood in the database, once, and the stock added up. ${generatorNote}`,
    rows: alone,
  };
  yield {
    title: `Orders while ${readers} readers browse`,
    note: `16 shoppers order while ${readers} connections read the product list, as fast as it comes. Milliseconds. ${generatorNote}`,
    rows: amidReaders,
  };
  yield await measureSettings(seconds);
}

async function measureOn(engine: Engine, seconds: number) {
  const locations = await openLocations(engine);
  const location = await locations.create("shop");
  const preparing = await openStockedShop(location);
  const cookies = await signShoppersIn(preparing, Math.max(...crowds));
  const products = await preparing.db.selectFrom("products").select(["id", "priceCents"]).execute();
  await preparing.db.destroy();
  const controlLocation = await locations.copy("shop", "control");

  const environment = { DATA_DIR: location.dataFolder, AUTH_SECRET: authSecret, PORT: await freePort() };
  const server = startServer({ ...environment, DATABASE_URL: location.databaseUrl ?? "" });
  const controlPort = await freePort();
  const control = await startProcess("bare-checkout", {
    PORT: controlPort,
    SQLITE_FILE: join(controlLocation.dataFolder, "shop.db"),
    DATABASE_URL: controlLocation.databaseUrl ?? "",
  });
  const shoppers = await startProcess("shoppers");
  const { db } = connectAt(location);
  try {
    const order = countedOrders(shoppers, { products, cookies, seconds });
    const urls = { shop: await server.opened(), control: `http://localhost:${controlPort}` };
    for (const url of Object.values(urls)) await order.from(url, Math.max(...crowds));
    await mailsWritten(db);
    const alone: Row[] = [];
    for (const crowd of crowds)
      alone.push({ database: engineNames[engine], ...(await compare({ db, order, urls }, crowd)) });
    server.forgetOutput();
    const browsing = load({ url: `${urls.shop}/products`, connections: readers, seconds: 2 * seconds });
    const ordering = await order.from(urls.shop, 16);
    const read = await browsing;
    await expectAllSaved(db, order.answeredBy(urls.shop));
    const figures = {
      "orders/s": ordering.perSecond.toFixed(0),
      p50: ordering.p50.toFixed(1),
      p99: ordering.p99.toFixed(1),
      "pages/s": read.requestsPerSecond.toFixed(0),
      "failed pages": read.failures,
    };
    const busy = [ordering.generatorBusy, read.generatorBusy];
    const amidReaders = { database: engineNames[engine], ...unlessLimited(busy, figures) };
    return { alone, amidReaders };
  } finally {
    shoppers.kill();
    control.kill();
    await db.destroy();
    await server.stop();
    await locations.close();
  }
}

interface Ordered {
  perSecond: number;
  p50: number;
  p99: number;
  generatorBusy: number;
}

/** Lets shoppers order, and counts for each address how many orders were answered. @throws when one was not */
function countedOrders(
  shoppers: ChildProcess,
  { products, cookies, seconds }: Pick<Shopping, "products" | "cookies" | "seconds">,
) {
  const answered: Record<string, number> = {};
  return {
    answeredBy: (url: string) => answered[url] ?? 0,
    async from(url: string, crowd: number): Promise<Ordered> {
      const shopping: Shopping = { url, cookies: cookies.slice(0, crowd), products, seconds };
      const { orders, failures, seconds: lasted, latencies, generatorBusy } = await ask<Shopped>(shoppers, shopping);
      if (failures > 0) throw new Error(`${failures} of ${orders + failures} orders at ${url} failed`);
      answered[url] = (answered[url] ?? 0) + orders;
      const sorted = latencies.toSorted((a, b) => a - b);
      const slowest = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
      return { perSecond: orders / lasted, p50: slowest(0.5), p99: slowest(0.99), generatorBusy };
    },
  };
}

interface Compared {
  /** The shop's. */
  db: Database;
  order: ReturnType<typeof countedOrders>;
  urls: { shop: string; control: string };
}

async function compare({ db, order, urls }: Compared, crowd: number) {
  const shop: Ordered[] = [];
  const control: Ordered[] = [];
  const later: number[] = [];
  for (let round = 0; round < rounds; round++) {
    shop.push(await order.from(urls.shop, crowd));
    later.push(await mailsWritten(db));
    control.push(await order.from(urls.control, crowd));
  }
  const middle = (results: Ordered[], what: keyof Ordered) => median(results.map((each) => each[what]));
  const [shopRate, controlRate] = [middle(shop, "perSecond"), middle(control, "perSecond")];
  const figures = {
    "shop orders/s": shopRate.toFixed(0),
    "control orders/s": controlRate.toFixed(0),
    "shop / control": (shopRate / controlRate).toFixed(2),
    "shop p50": middle(shop, "p50").toFixed(1),
    "shop p99": middle(shop, "p99").toFixed(1),
    "control p99": middle(control, "p99").toFixed(1),
    "emails later": median(later).toFixed(1),
  };
  const busy = [...shop, ...control].map(({ generatorBusy }) => generatorBusy);
  return { shoppers: crowd, ...unlessLimited(busy, figures) };
}

/** Waits until no email of the shop waits. @returns seconds */
async function mailsWritten(db: Database) {
  const start = performance.now();
  const waiting = db.selectFrom("jobs").select("id").where("kind", "=", "mail").limit(1);
  while (await waiting.executeTakeFirst()) await sleep(50);
  return (performance.now() - start) / 1000;
}

/** @throws unless the database has every answered order, and the stock is reduced by exactly their pieces */
async function expectAllSaved(db: Database, answered: number) {
  const { orders } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("orders"))
    .executeTakeFirstOrThrow();
  const { pieces } = await db
    .selectFrom("orderLines")
    .select((eb) => eb.fn.sum<number>("quantity").as("pieces"))
    .executeTakeFirstOrThrow();
  const stocks = await db.selectFrom("products").select("stock").execute();
  const taken = stocks.reduce((sum, { stock }) => sum + plenty - stock, 0);
  if (orders !== answered) throw new Error(`${answered} orders were answered, but ${orders} are saved`);
  if (taken !== Number(pieces)) throw new Error(`${pieces} pieces were ordered, and ${taken} taken`);
}
