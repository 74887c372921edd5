import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signUpOf } from "../support/customers.ts";
import { openMailServer } from "../support/open-mail-server.ts";
import { plainBrowser } from "../support/plain-browser.ts";
import type { Engine } from "../support/running-shop.ts";
import { freePort, type ServerProcess, startServer } from "../support/server-process.ts";
import { startPostgres } from "../support/start-postgres.ts";
import { stripeSecretKey, stripeWebhookSecret } from "../support/stripe-stand-in.ts";
import { vippsKeys } from "../support/vipps-stand-in.ts";
import { checkBooks } from "./check-books.ts";
import { createKillableScript } from "./killable-script.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { sellByInvoice } from "./sell-by-invoice.ts";
import { type Attempt, type Counts, createCounts, startShopper } from "./shopper.ts";
import { stockShop } from "./stock-shop.ts";

export interface FaultRun {
  engine: Engine;
  /** How orders are paid. The stand-ins for Stripe and Vipps can be killed too, and come with invoices and an owner who sends, refunds and cancels orders and takes items back. */
  payments: "card-check" | "providers";
  /** How long to kill processes, in milliseconds. */
  seconds: number;
  /** The minimum number of kills. */
  leastKills?: number;
  /** The number of customers who buy without pause. */
  shoppers: number;
  /** The same seed kills the same processes after the same pauses, and fills the same carts. */
  seed: number;
}

const longestPause = 2000;
const stripeScript = new URL("../support/stripe-process.ts", import.meta.url);
const vippsScript = new URL("../support/vipps-process.ts", import.meta.url);
const ownerScript = new URL("../support/owner-process.ts", import.meta.url);
const longestStart = 120_000;
/** The most processes of a server here. */
const mostProcesses = 2;

/**
 * Lets shoppers buy without pause while the server, one of its workers, PostgreSQL or the stand-in for a payment provider is killed at random and restarted. Then it
 * compares the shop's data with its answers to the shoppers.
 *
 * @returns how often things happened, and all differences
 */
export async function shopUnderFaults({ engine, payments, seconds, leastKills = 0, shoppers, seed }: FaultRun) {
  const random = seededRandom(seed);
  const counts = createCounts();
  const attempts: Attempt[] = [];
  const folder = await mkdtemp(join(tmpdir(), "torg-faults-"));
  const postgres = engine === "postgres" ? await startPostgres({ durable: true }) : undefined;
  const mailServer = await openMailServer();
  const paid =
    payments === "providers" ? { stripe: join(folder, "stripe.db"), vipps: join(folder, "vipps.db") } : undefined;
  const [port, stripePort, vippsPort] = [await freePort(), await freePort(), await freePort()];
  const environment = {
    SMTP_URL: mailServer.url,
    PORT: port,
    DATA_DIR: join(folder, "data"),
    AUTH_SECRET: "a secret that is only good for tests",
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...(paid && {
      ...vippsKeys,
      VIPPS_API_URL: `http://127.0.0.1:${vippsPort}`,
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${stripePort}`,
    }),
  };
  const url = `http://localhost:${port}`;
  const stripe = createKillableScript(stripeScript, () => {
    const eventsTo = `${url}/payments/stripe`;
    return JSON.stringify({ file: paid?.stripe, port: Number(stripePort), eventsTo, seed: newSeed() });
  });
  const vipps = createKillableScript(vippsScript, () =>
    JSON.stringify({ file: paid?.vipps, port: Number(vippsPort), seed: newSeed() }),
  );
  const owner = createKillableScript(ownerScript, () => String(newSeed()), environment);
  const newSeed = () => Math.floor(random() * 1e9);
  let server: ServerProcess | undefined;
  try {
    const { goods, emails } = await stockShop(environment, { shoppers, currency: paid ? "NOK" : "USD" });
    if (paid) await sellByInvoice(environment);
    if (paid) await Promise.all([stripe.start(), vipps.start()]);
    server = await open();
    const browsers = await Promise.all(emails.map((email) => signIn(url, email)));
    const stopping = new AbortController();
    const shopping = browsers.map(({ browser, email }) =>
      startShopper({
        browser,
        email,
        goods,
        random,
        methods: paid ? ["visa", "vipps", "invoice"] : ["visa"],
        attempts,
        counts,
        stopping: stopping.signal,
      }),
    );
    if (paid) await owner.start();
    const until = performance.now() + 1000 * seconds;
    for (let kills = 0; performance.now() < until || kills < leastKills; kills++) {
      await sleep(random() * longestPause);
      await killSomething();
    }
    stopping.abort();
    await Promise.all(shopping);
    await owner.kill();
    const mostMailsAgain = countMailsAgain(counts);
    const problems = await checkBooks({ environment, goods, attempts, counts, mailServer, paid, mostMailsAgain });
    const code = await server.stop();
    if (code !== 0) problems.push(`The server ended with ${code} when it was asked to`);
    return { counts, problems };
  } finally {
    server?.kill();
    await owner.kill();
    await Promise.all([stripe.kill(), vipps.kill()]);
    postgres?.stop();
    await mailServer.close();
    await rm(folder, { recursive: true, force: true });
  }

  async function killSomething() {
    const [worker] = shuffled(random, (await server?.workers()) ?? []);
    const victims = [
      killServer,
      ...(worker ? [() => killWorker(worker)] : []),
      ...(postgres ? [() => killPostgres(postgres)] : []),
      ...(paid
        ? [
            () => killScript("Stripe killed", stripe),
            () => killScript("Vipps killed", vipps),
            () => killScript("owners killed", owner),
          ]
        : []),
    ];
    await victims[Math.floor(random() * victims.length)]?.();
  }

  async function killServer() {
    counts["servers killed"]++;
    server?.kill();
    await server?.ended;
    await sleep(random() * longestPause);
    server = await open();
  }

  function killWorker(worker: number) {
    counts["processes killed"]++;
    process.kill(worker, "SIGKILL");
  }

  async function killPostgres({ kill, startAgain }: Awaited<ReturnType<typeof startPostgres>>) {
    counts["PostgreSQL killed"]++;
    kill();
    await sleep(random() * longestPause);
    await startAgain();
  }

  async function killScript(what: "Stripe killed" | "Vipps killed" | "owners killed", script: typeof stripe) {
    counts[what]++;
    await script.kill();
    await sleep(random() * longestPause);
    await script.start();
  }

  /** Starts the server, retrying like a service manager: its port and database may not be free yet. */
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

/** A process that is killed or loses its database repeats at most one mail. */
function countMailsAgain(counts: Counts) {
  return mostProcesses * (counts["servers killed"] + counts["PostgreSQL killed"]) + counts["processes killed"];
}

/** Signs a customer in who has the usual password. */
export async function signIn(url: string, email: string) {
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
