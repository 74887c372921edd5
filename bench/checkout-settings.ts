import type { ChildProcess } from "node:child_process";
import { withPricing } from "#shop/cart/compare-cart.ts";
import { readCartProducts } from "#shop/checkout/cart-products.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { readDeliveryOptions } from "#shop/delivery/read-delivery.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import type { Shop } from "#shop/shop.ts";
import { decideVat, pricesAt } from "#shop/taxes/treatment.ts";
import { dayOf } from "#shop/values/days.ts";
import type { DatabaseLocation } from "../tests/support/database-location.ts";
import { setUpDiscount } from "../tests/support/discounts.ts";
import type { Engine } from "../tests/support/running-shop.ts";
import { sellAbroad, setUpCountries } from "../tests/support/sell-abroad.ts";
import { freePort, startServer } from "../tests/support/server-process.ts";
import { setUpDelivery } from "../tests/support/set-up-delivery.ts";
import { registerForVat } from "../tests/support/set-up-invoice.ts";
import { authSecret, openLocations, openStockedShop, signShoppersIn } from "./support/bench-shop.ts";
import { load } from "./support/load.ts";
import { ask, startProcess } from "./support/processes.ts";
import { processorMs } from "./support/processor-time.ts";
import { median, type Table } from "./support/results.ts";
import type { Shopped, Shopping } from "./support/shoppers-process.ts";

const crowd = 4;
const rounds = 5;
const warmUps = 2;
const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL" };
const zipCode = "10115";

/** What is posted and asked for in a shop. */
type Purchase = Pick<Shopping, "products" | "order">;

/** The shops that are compared with the first one. Each sets up what the one before has, and more. */
const shops: Record<string, (shop: Shop) => Promise<Purchase>> = {
  "nothing set up": readCatalog,
  "VAT and invoices": async (shop) => {
    await registerForVat(shop);
    return readCatalog(shop);
  },
  "abroad, by country, with a code and delivery options": async (shop) => {
    await registerForVat(shop);
    await setUpCountries(shop);
    await sellAbroad(shop, { iossNumber: "IM5780000000", pricesFollow: "on" });
    for (const name of ["Express", "Home delivery", "Parcel locker"]) await setUpDelivery(shop, { name });
    await setUpDiscount(shop, { code: "ABROAD", kind: "amount", value: "1" });
    return buyFromGermany(shop);
  },
};

/** What settings cost at the checkout: its page and orders of shops that sell in ever more ways, compared with a shop that has none of them. */
export async function measureSettings(seconds: number): Promise<Table> {
  const rows: Table["rows"] = [];
  for (const engine of ["sqlite", "postgres"] as const) rows.push(...(await measureOn(engine, seconds)));
  return {
    title: "What settings cost at the checkout",
    note: `${crowd} customers open the checkout and order two products, each over a connection of its own, in turn at shops that differ in what is set up, ${rounds} times ${seconds} s of
pages and as long of orders. Milliseconds of the processor that the shop's process takes for each (PostgreSQL's own aren't in it), and the ratio to the shop with nothing
set up.`,
    rows,
  };
}

async function measureOn(engine: Engine, seconds: number) {
  await using open = new AsyncDisposableStack();
  const locations = await openLocations(engine);
  open.defer(() => locations.close());
  const shoppers = await startProcess("shoppers");
  open.defer(() => void shoppers.kill());
  const running = [];
  for (const [index, [name, setUp]] of Object.entries(shops).entries()) {
    const location = await locations.create(`shop${index}`);
    running.push({ name, ...(await openFor(location, setUp, open)), pageMs: [] as number[], orderMs: [] as number[] });
  }
  for (let round = -warmUps; round < rounds; round++)
    for (const shop of running) {
      const page = await timePage(shop, seconds);
      const order = await timeOrders(shoppers, shop, seconds);
      if (round < 0) continue;
      shop.pageMs.push(page);
      shop.orderMs.push(order);
    }
  const [first] = running;
  return running.map(({ name, pageMs, orderMs }) => ({
    ...{ database: engineNames[engine], "set up": name },
    page: median(pageMs).toFixed(2),
    "page ratio": (median(pageMs) / median(first?.pageMs ?? [])).toFixed(2),
    order: median(orderMs).toFixed(2),
    "order ratio": (median(orderMs) / median(first?.orderMs ?? [])).toFixed(2),
  }));
}

type RunningShop = Awaited<ReturnType<typeof openFor>>;

/** Sets a shop up, and starts its server. */
async function openFor(
  location: DatabaseLocation,
  setUp: (shop: Shop) => Promise<Purchase>,
  open: AsyncDisposableStack,
) {
  const preparing = await openStockedShop(location);
  const cookies = await signShoppersIn(preparing, crowd);
  const purchase = await setUp(preparing);
  await preparing.db.destroy();
  const environment = { DATA_DIR: location.dataFolder, AUTH_SECRET: authSecret, PORT: await freePort() };
  const server = startServer({ ...environment, DATABASE_URL: location.databaseUrl ?? "" });
  open.defer(async () => void (await server.stop()));
  return { url: await server.opened(), pid: server.pid, cookies, ...purchase };
}

/** @returns milliseconds for each @throws when a page failed */
async function timePage({ url, pid, cookies: [cookie = ""] }: RunningShop, seconds: number) {
  const before = await processorMs(pid);
  const page = { url: `${url}/checkout`, headers: { cookie }, connections: crowd, seconds };
  const { requests, failures } = await load(page);
  if (failures > 0) throw new Error(`${failures} of ${requests} pages at ${url} failed`);
  return ((await processorMs(pid)) - before) / requests;
}

/** @returns milliseconds for each @throws when an order wasn't placed */
async function timeOrders(
  shoppers: ChildProcess,
  { url, pid, cookies, products, order }: RunningShop,
  seconds: number,
) {
  const before = await processorMs(pid);
  const shopping: Shopping = { url, cookies, products, order, seconds };
  const { orders, failures } = await ask<Shopped>(shoppers, shopping);
  if (failures > 0) throw new Error(`${failures} of ${orders + failures} orders at ${url} failed`);
  return ((await processorMs(pid)) - before) / orders;
}

async function readCatalog({ db }: Shop): Promise<Purchase> {
  return { products: await db.selectFrom("products").select(["id", "priceCents"]).execute() };
}

/** The catalog as it costs in Germany, and what an order by the first delivery option with the code says of itself. */
async function buyFromGermany(shop: Shop): Promise<Purchase> {
  const { db, settings, now } = shop;
  const { products: catalog } = await readCatalog(shop);
  const treatment = decideVat(settings.taxes, { country: "DE", zipCode });
  const priceOf = pricesAt(settings.taxes, treatment, dayOf(now(), settings.timeZone));
  const found = await readCartProducts(
    db,
    catalog.map(({ id }) => id),
    priceOf,
  );
  const lines = found.map(({ id, title, priceCents, thumbnail }) => ({
    id,
    title,
    priceCents,
    thumbnail,
    quantity: 1,
  }));
  const priced = withPricing(lines, new Map(found.map((product) => [product.id, product])));
  const delivery = (await readDeliveryOptions(db)).find(({ name }) => name === "Express");
  if (!delivery) throw new Error("There is no option Express");
  const order: Partial<OrderForm> = {
    ...{ country: "DE", zipCode, delivery: delivery.id, discountCode: "ABROAD", discountCents: 100 },
    deliveryCents: calculateSums(priced, { delivery }).deliveryCents,
  };
  const products = priced.map(({ id, priceCents, home }) => ({
    ...{ id, priceCents },
    ...(home && { catalogCents: home.priceCents }),
  }));
  return { products, order };
}
