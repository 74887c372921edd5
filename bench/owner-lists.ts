import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { setRole } from "#shop/owners/owners.ts";
import { registerVerified, signInCookies } from "../tests/support/customers.ts";
import { type PlainBrowser, plainBrowser } from "../tests/support/plain-browser.ts";
import type { Engine } from "../tests/support/running-shop.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";
import { openLargeShop } from "./support/bench-shop.ts";
import { type Filling, fillOrders } from "./support/fill-orders.ts";
import { median, type Table } from "./support/results.ts";

const products = 100_000;
const filling: Filling = { customers: 100_000, orders: 1_000_000, messages: 10_000, changes: 100_000 };
const rounds = 9;
const rows = 50;

/** Each of the owner's lists with its usual filters and sorts, and the least that a database does for its rows. */
const lists: { control: string; addresses: string[] }[] = [
  {
    control: `select * from orders join customers on customers.uid = orders."userId" order by orders."createdAt" desc limit ${rows}`,
    addresses: [
      "/owner",
      "/owner/orders",
      "/owner/orders?sort=oldest",
      "/owner/orders?state=paid",
      "/owner/orders?state=returned&sort=oldest",
      "/owner/orders?q=given7+family90007",
      "/owner/orders?q=given7",
      "/owner/orders?q=unknown",
      "/owner/orders?q=lamp+family90007",
      "/owner/orders?q=storgata+99",
    ],
  },
  {
    control: `select * from products order by position limit ${rows}`,
    addresses: [
      "/owner/products",
      "/owner/products?sort=title",
      "/owner/products?sort=fewest",
      "/owner/products?show=low",
      "/owner/products?show=none&category=furniture",
      "/owner/products?q=lamp",
      "/owner/products?q=nothing",
    ],
  },
  {
    control: `select * from customers order by "createdAt" desc limit ${rows}`,
    addresses: ["/owner/customers", "/owner/customers?q=given7+family90007", "/owner/customers?q=unknown"],
  },
  {
    control: `select * from "contactMessages" order by "submittedAt" desc limit ${rows}`,
    addresses: ["/owner/messages", "/owner/messages?state=all&q=family90"],
  },
  { control: `select * from changes order by id desc limit ${rows}`, addresses: ["/owner/log", "/owner/mails"] },
];

/** How long the owner's lists take to open in a large shop. */
export async function* measure(): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    yield {
      title: `The owner's lists (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
      note: `${count(products)} products, ${count(filling.orders)} orders of ${count(filling.customers)} customers, ${count(filling.messages)} messages, ${count(filling.changes)} changes. From an owner's request to the end of its answer, the middle of ${rounds} in turn. Control: a bare query in this process for ${rows} rows of the same table by its index.`,
      rows: await measureOn(engine),
    };
  }
}

async function measureOn(engine: Engine): Promise<Table["rows"]> {
  await using open = new AsyncDisposableStack();
  const { shop, environment } = await openLargeShop(engine, products, open);
  await fillOrders(shop.db, filling);
  const email = "owner@example.com";
  await registerVerified(shop, { email });
  await setRole(shop, email, "owner", "command line");

  const server = startServer({ ...environment, PORT: await freePort() });
  open.defer(async () => void (await server.stop()));
  const browser = plainBrowser(await server.opened(), await signInCookies(shop, { email }));
  const measured: Table["rows"] = [];
  for (const list of lists) measured.push(...(await measureList(shop.db, browser, list)));
  return measured;
}

async function measureList(db: Database, browser: PlainBrowser, { control, addresses }: (typeof lists)[number]) {
  const query = () => sql.raw(control).execute(db);
  const times = new Map(addresses.map((address): [string, number[]] => [address, []]));
  const controls: number[] = [];
  // What comes first warms up.
  for (let round = 0; round <= rounds; round++) {
    const bare = await timed(query);
    if (round > 0) controls.push(bare);
    for (const [address, taken] of times) {
      const milliseconds = await timed(() => openList(browser, address));
      if (round > 0) taken.push(milliseconds);
    }
  }
  return Array.from(times, ([list, taken]) => ({
    list: `\`${list}\``,
    ms: median(taken).toFixed(1),
    "bare query, ms": median(controls).toFixed(1),
    "times the query": (median(taken) / median(controls)).toFixed(1),
  }));
}

async function openList(browser: PlainBrowser, address: string) {
  const answer = await browser.open(address);
  await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
}

async function timed(work: () => Promise<unknown>) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function count(number: number) {
  return number.toLocaleString("en");
}
