import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "#server/process/config.ts";
import { loadFirstCatalog, openShop } from "#shop/open-shop.ts";
import { registerVerified, signUpOf } from "../support/customers.ts";
import { openMailServer } from "../support/open-mail-server.ts";
import { plainBrowser } from "../support/plain-browser.ts";
import type { Engine } from "../support/running-shop.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { startPostgres } from "../support/start-postgres.ts";
import { checkBooks } from "./check-books.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { type Attempt, createCounts, type Goods, startShopper } from "./shopper.ts";

export interface FaultRun {
  engine: Engine;
  /** How long things are killed. */
  seconds: number;
  /** How many customers buy meanwhile, without pause. */
  shoppers: number;
  /** The same seed kills the same things after the same pauses, and fills the same carts. */
  seed: number;
}

const longestPause = 2000;
const longestStart = 120_000;

/**
 * Lets shoppers buy without pause while what serves them is killed at random moments and started again: the server or one of its
 * processes, and PostgreSQL. Then holds the shop's books against what the shoppers were answered.
 *
 * @returns what happened how often, and all that is wrong
 */
export async function shopUnderFaults({ engine, seconds, shoppers, seed }: FaultRun) {
  const random = seededRandom(seed);
  const counts = createCounts();
  const attempts: Attempt[] = [];
  const folder = await mkdtemp(join(tmpdir(), "torg-faults-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const mailServer = await openMailServer();
  const environment = {
    SMTP_URL: mailServer.url,
    PORT: await freePort(),
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "a secret that is only good for tests",
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  let server: ServerProcess | undefined;
  try {
    const { goods, emails } = await stockShop(environment, shoppers);
    server = await open();
    const url = `http://localhost:${environment.PORT}`;
    const browsers = await Promise.all(emails.map((email) => signIn(url, email)));
    const stopping = new AbortController();
    const shopping = browsers.map(({ browser, email }) =>
      startShopper({ browser, email, goods, random, attempts, counts, stopping: stopping.signal }),
    );
    const until = performance.now() + 1000 * seconds;
    while (performance.now() < until) {
      await sleep(random() * longestPause);
      await killSomething();
    }
    stopping.abort();
    await Promise.all(shopping);
    const problems = await checkBooks({ environment, goods, attempts, counts, mailServer });
    const code = await server.stop();
    if (code !== 0) problems.push(`The server ended with ${code} when it was asked to`);
    return { counts, problems };
  } finally {
    server?.kill();
    postgres?.stop();
    await mailServer.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function killSomething() {
    const [worker] = shuffled(random, (await server?.workers()) ?? []);
    const victim = random();
    if (postgres && victim < 0.4) {
      counts["PostgreSQL killed"]++;
      postgres.kill();
      await sleep(random() * longestPause);
      await postgres.startAgain();
    } else if (worker && victim < 0.7) {
      counts["processes killed"]++;
      process.kill(worker, "SIGKILL");
    } else {
      counts["servers killed"]++;
      server?.kill();
      await server?.ended;
      await sleep(random() * longestPause);
      server = await open();
    }
  }

  /** Starts the server, again and again as service managers do: its port and its database may not be free at once. */
  async function open() {
    const WEB_CONCURRENCY = random() < 0.5 ? "1" : "2";
    for (const until = performance.now() + longestStart; ; ) {
      const started = startServer({ ...environment, WEB_CONCURRENCY });
      const opened = await started.opened().catch((error: Error) => error);
      if (typeof opened === "string") return started;
      if (performance.now() > until) throw opened;
      await sleep(100);
    }
  }
}

/** The sample catalog, of which one product will be sold out, and customers who are verified. */
async function stockShop(environment: Record<string, string>, shoppers: number) {
  const shop = await openShop(readConfig(environment), () => {});
  await loadFirstCatalog(shop, join(import.meta.dirname, "../../catalog/products.json"), () => {});
  await shop.db.updateTable("products").set({ stock: 1_000_000, availabilityStatus: "In Stock" }).execute();
  await shop.db.updateTable("products").set({ stock: 20 }).where("position", "=", 1).execute();
  const goods: Goods[] = await shop.db.selectFrom("products").select(["id", "priceCents", "stock"]).execute();
  const emails = Array.from({ length: shoppers }, (_, number) => `shopper${number}@example.com`);
  for (const email of emails) await registerVerified(shop, { email });
  await shop.db.destroy();
  return { goods, emails };
}

async function signIn(url: string, email: string) {
  const browser = plainBrowser(url);
  const answer = await browser.sendForm("/sign-in", { email, password: signUpOf().password });
  if (answer.status !== 302) throw new Error(`Signing in was answered with ${answer.status}`);
  return { browser, email };
}

function shuffled<Item>(random: Random, items: Item[]) {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
