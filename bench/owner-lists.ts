import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { keepBookedHours } from "#shop/bookkeeping/booked-hours.ts";
import { setRole } from "#shop/owners/owners.ts";
import { scopes } from "#shop/tokens/scopes.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { addDays, dayOf } from "#shop/values/days.ts";
import { registerVerified, signInCookies } from "../tests/support/customers.ts";
import { plainBrowser } from "../tests/support/plain-browser.ts";
import type { Engine } from "../tests/support/running-shop.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";
import { openLargeShop } from "./support/bench-shop.ts";
import { type Filling, fillOrders } from "./support/fill-orders.ts";
import { multiplyCatalog } from "./support/multiply-catalog.ts";
import { median, type Table } from "./support/results.ts";

interface Size {
  /** Imported, and then copied until there are `products`. */
  imported: number;
  products: number;
  filling: Filling;
}

const million = 1_000_000;

/** A file holds less than PostgreSQL, which larger shops have. @param orders how many, and on PostgreSQL also customers, products and the like */
function sizeOf(engine: Engine, orders: number): Size {
  const large = engine === "sqlite" ? orders / 10 : orders;
  const [some, few] = [large / 10, Math.min(large / 10, 10_000)];
  return {
    imported: Math.min(large, engine === "sqlite" ? 100_000 : 50_000),
    products: large,
    filling: {
      ...{ customers: large, orders, messages: some, changes: large, stockAlerts: some },
      ...{ pastOrders: large, importedCustomers: 3 * some, withdrawals: few, records: few },
    },
  };
}

const rounds = 5;
const rows = 50;
/** Behind half of the orders. */
const halfway = "half";
/** The number of a customer among the last ones. */
const someone = "90007";

/** Each of the owner's lists with its usual filters and sorts, and the least that a database does for its rows. */
const lists: { control: string; addresses: string[] }[] = [
  {
    control: `select * from orders join customers on customers.uid = orders."userId" order by orders."createdAt" desc limit ${rows}`,
    addresses: [
      "/owner",
      "/owner/orders",
      "/owner/orders?sort=oldest",
      `/owner/orders?after=${halfway}`,
      "/owner/orders?state=paid",
      "/owner/orders?state=to-send",
      "/owner/orders?state=returned&sort=oldest",
      ...[
        `given7 family${someone}`,
        "given7",
        "unknown",
        `lamp family${someone}`,
        "storgata 99",
        "zq",
        "customer",
        "customer9@example.com",
      ],
      "/owner/orders?q=unknown&state=refunded",
      "/owner/orders/earlier",
      `/owner/orders/earlier?q=family${someone}`,
      "/owner/orders/send?step=send",
      "/owner/withdrawals",
      "/owner/withdrawals?state=all",
      "/owner/pick-list",
      "/owner/packing-slips",
      "/owner/bookkeeping",
      ...[7, 30, 366].map((days) => `/owner/bookkeeping?${periodOf(days)}`),
      `/owner/one-stop-shop.csv?${periodOf(30)}`,
      "/api/v1/orders?limit=200",
      "/api/v1/orders?q=unknown",
      "/api/v1/withdrawals?limit=200",
    ].map((address) => (address.startsWith("/") ? address : `/owner/orders?q=${encodeURIComponent(address)}`)),
  },
  {
    control: `select * from products order by position limit ${rows}`,
    addresses: [
      "/owner/products",
      "/owner/products?sort=title",
      "/owner/products?sort=fewest",
      "/owner/products?show=low",
      "/owner/products?show=none&category=furniture",
      "/owner/products?category=none",
      "/owner/products?show=drafts",
      "/owner/products?show=archived&q=lamp",
      ...["lamp", "armchiar", "workshop", "made by people", "t", "nothing"].map(
        (q) => `/owner/products?q=${encodeURIComponent(q)}`,
      ),
      "/owner/products/bulk?category=furniture",
      "/owner/categories",
      "/owner/find.json?q=lamp",
      "/owner/find.json?q=t",
      "/api/v1/products?limit=200",
      "/api/v1/products?q=workshop",
      "/products?q=workshop",
      "/products?q=armchiar",
      "/products?filter=furniture&page=20",
    ],
  },
  {
    control: `select * from customers order by "createdAt" desc limit ${rows}`,
    addresses: [
      "/owner/customers",
      "/owner/customers?sort=oldest",
      "/owner/customers?who=imported",
      "/owner/customers/import",
      `/owner/customers?q=given7+family${someone}`,
      "/owner/customers?q=unknown",
      `/owner/customers/customer-${someone}`,
      "/api/v1/customers?limit=200",
    ],
  },
  {
    control: `select * from "contactMessages" order by "submittedAt" desc limit ${rows}`,
    addresses: ["/owner/messages", "/owner/messages?state=all&q=family90", "/owner/messages?state=all&q=zq"],
  },
  {
    control: `select * from changes order by id desc limit ${rows}`,
    addresses: [
      "/owner/log",
      "/owner/log?kind=order&q=owner",
      "/owner/log?q=zq",
      "/owner/log?q=t",
      "/owner/mails",
      "/owner/discounts?q=99",
      "/owner/redirects?q=99",
      "/owner/staff",
    ],
  },
];

/** The last days, the present one included. */
function periodOf(days: number) {
  const today = dayOf(new Date(), "Europe/Oslo");
  return new URLSearchParams({ from: addDays(today, 1 - days), to: today });
}

/** How long the owner's lists take to open in a large shop. */
export async function* measure(_?: number, __?: string, orders = million): AsyncIterable<Table> {
  for (const engine of ["sqlite", "postgres"] as const) {
    yield {
      title: `The owner's lists (${engine === "sqlite" ? "SQLite" : "PostgreSQL"})`,
      note: `${describeSize(sizeOf(engine, orders))}. From an owner's request, or a program's, to the end of its answer, the middle of ${rounds} in turn. Control: a bare query in this process for ${rows} rows of the same table by its index.`,
      rows: await measureOn(engine, orders),
    };
  }
}

function describeSize({ products, filling: { orders, customers, messages, changes } }: Size) {
  return `${count(products)} products, ${count(orders)} orders of ${count(customers)} customers, ${count(messages)} messages, ${count(changes)} changes`;
}

async function measureOn(engine: Engine, orders: number): Promise<Table["rows"]> {
  await using open = new AsyncDisposableStack();
  const { imported, products, filling } = sizeOf(engine, orders);
  const { shop, environment } = await openLargeShop(engine, imported, open);
  await multiplyCatalog(shop.db, products);
  await fillOrders(shop.db, filling);
  // What a job does meanwhile in a shop that grows.
  while (await keepBookedHours(shop, new AbortController().signal)) {}
  const email = "owner@example.com";
  await registerVerified(shop, { email });
  await setRole(shop, email, "owner", "command line");
  const reading = scopes.filter((scope) => scope.endsWith(":read"));
  const token = await createToken(shop, { name: "bench", scopes: reading, expires: "" }, email);

  const server = startServer({ ...environment, PORT: await freePort() });
  open.defer(async () => void (await server.stop()));
  const url = await server.opened();
  // Until the catalog's index is loaded.
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(200);
  const owner = plainBrowser(url, await signInCookies(shop, { email }));
  const authorization = { authorization: `Bearer ${token}` };
  const cursor = await findHalfway(shop.db, orders);
  const last = String(Math.floor((filling.customers * 9) / 10) + 7);
  const openList = async (list: string) => {
    const address = list.replace(halfway, cursor).replace(someone, last);
    const answer = await owner.open(address, address.startsWith("/api") ? authorization : {});
    await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  };
  const measured: Table["rows"] = [];
  for (const list of lists) measured.push(...(await measureList(shop.db, openList, list)));
  return measured;
}

/** The cursor of the newest orders' middle. */
async function findHalfway(db: Database, count: number) {
  const orders = db.selectFrom("orders").select(["id", "createdAt"]).orderBy("id");
  const { id, createdAt } = await orders
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirstOrThrow();
  return `${createdAt}-${id}`;
}

async function measureList(
  db: Database,
  openList: (address: string) => Promise<void>,
  { control, addresses }: (typeof lists)[number],
) {
  const query = () => sql.raw(control).execute(db);
  const times = new Map(addresses.map((address): [string, number[]] => [address, []]));
  const controls: number[] = [];
  // What comes first warms up.
  for (let round = 0; round <= rounds; round++) {
    const bare = await timed(query);
    if (round > 0) controls.push(bare);
    for (const [address, taken] of times) {
      const milliseconds = await timed(() => openList(address));
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

async function timed(work: () => Promise<unknown>) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function count(number: number) {
  return number.toLocaleString("en");
}
