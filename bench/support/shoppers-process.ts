import { type CreateShopper, createClient, type Outcome, type ShoppedProduct } from "./shopper.ts";

interface Purchase {
  url: string;
  /** The module whose `createShopper` buys there; by default orders without a cart at Torg. */
  shopper?: string;
  /** One shopper's each; a guest's is empty. */
  cookies: string[];
  products: ShoppedProduct[];
  /** What all orders say besides. */
  order?: object | undefined;
}

/** What the shoppers do: each has a session and a connection, and orders again as soon as it gets an answer. */
export interface Shopping extends Purchase {
  seconds: number;
}

/** All shoppers fill a cart with one piece of the only product, then all pay at once. It is answered with how each ended. */
export interface Rush extends Purchase {
  products: [ShoppedProduct];
}

export interface Shopped {
  orders: number;
  /** Purchases without an order. */
  failures: number;
  /** Of the first that failed. */
  problem: string | undefined;
  seconds: number;
  /** For which share of the time this process was at work. */
  generatorBusy: number;
  /** Milliseconds, of each purchase that ended with an order. */
  latencies: number[];
}

const linesOfOrder = 2;

process.on("message", async (work: Shopping | Rush) =>
  process.send?.(await ("seconds" in work ? shop(work) : rush(work))),
);
process.send?.("ready");

async function shop({ products, seconds, ...purchase }: Shopping): Promise<Shopped> {
  const latencies: number[] = [];
  const problems: string[] = [];
  const start = performance.now();
  const cpu = process.cpuUsage();
  await withShoppers(purchase, async (buy, shopper) => {
    for (let turn = 0; performance.now() - start < seconds * 1000; turn++) {
      const sent = performance.now();
      const outcome = await ended(async () => (await buy(chosen(products, shopper + turn)))());
      if (outcome.ended === "ordered") latencies.push(performance.now() - sent);
      else problems.push(outcome.ended === "failed" ? outcome.problem : outcome.ended);
    }
  });
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - start;
  const counts = { orders: latencies.length, failures: problems.length, problem: problems[0] };
  return { ...counts, seconds: ms / 1000, generatorBusy: (user + system) / 1000 / ms, latencies };
}

function rush({ products, ...purchase }: Rush) {
  let waiting = purchase.cookies.length;
  const ready = Promise.withResolvers<void>();
  return withShoppers(purchase, (buy) =>
    ended(async () => {
      const pay = await buy(products).finally(() => {
        waiting--;
        if (waiting === 0) ready.resolve();
      });
      await ready.promise;
      return pay();
    }),
  );
}

/** @returns what each shopper's work gave */
async function withShoppers<Result>(
  { url, shopper = import.meta.resolve("./order-shopper.ts"), cookies, order = {} }: Omit<Purchase, "products">,
  work: (buy: ReturnType<CreateShopper>, shopper: number) => Promise<Result>,
) {
  const { createShopper }: { createShopper: CreateShopper } = await import(shopper);
  return Promise.all(
    cookies.map(async (cookie, index) => {
      const client = createClient(url, cookie);
      try {
        return await work(createShopper(client, order), index);
      } finally {
        client.close();
      }
    }),
  );
}

/** A purchase without an answer, or with one that makes no sense, has failed. */
async function ended(purchase: () => Promise<Outcome>): Promise<Outcome> {
  return purchase().catch((error: Error) => ({ ended: "failed", problem: error.message }));
}

/** Different products at each turn. */
function chosen(products: ShoppedProduct[], turn: number) {
  const first = turn * linesOfOrder;
  return Array.from(
    { length: linesOfOrder },
    (_, line) => products[(first + line) % products.length] as ShoppedProduct,
  );
}
