import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { connectPostgres } from "#database/connect.ts";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { startCheckout, syncPayment } from "#shop/orders/payment/payment.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import { askForTest } from "#shop/webhooks/ask-for-delivery.ts";
import { addWebhook } from "#shop/webhooks/webhooks.ts";
import { registerVerified } from "../support/customers.ts";
import { orderOf } from "../support/orders.ts";
import { openPostgresProxy } from "../support/postgres-proxy.ts";
import { openRunningShop } from "../support/running-shop.ts";
import { freePort } from "../support/server-process.ts";
import { startPostgres } from "../support/start-postgres.ts";
import { openStripeStandIn } from "../support/stripe-stand-in.ts";
import { parseSamples, type Samples } from "./samples.ts";

const token = "a-token-for-alerts";
const hour = 3_600_000;

/** A shop on PostgreSQL, with Stripe and without a mail server, whose metrics are read after each trouble. */
export async function openTroubledShop() {
  const postgres = await startPostgres();
  const proxy = await openPostgresProxy(postgres.url);
  const stripe = await openStripeStandIn();
  const { secretKey, webhookSecret, apiUrl } = stripe.settings;
  const { shop, close } = await openRunningShop("sqlite", {
    ...{ DATABASE_URL: proxy.url, AUTH_SECRET: "a secret that is only good for tests", METRICS_TOKEN: token },
    ...{ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl },
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  });
  const { db } = connectPostgres(postgres.url);
  const url = `http://localhost:${shop.environment.PORT}`;
  const read = async (path: string) => (await fetch(url + path)).text();

  async function scrape(): Promise<Samples> {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return parseSamples(await answer.text());
  }

  /** Reads the metrics until something is seen in them. */
  async function scrapeUntil(isSeen: (samples: Samples) => boolean) {
    for (let tries = 0; tries < 300; tries++) {
      const samples = await scrape();
      if (isSeen(samples)) return samples;
      await sleep(200);
    }
    throw new Error("The metrics don't show it");
  }

  /** An order whose payment awaits the customer. */
  async function order() {
    const inside = await shop.inside();
    const uid = await registerVerified(inside, { email: `${crypto.randomUUID()}@example.com` });
    const { priceCents } = await db
      .selectFrom("products")
      .select("priceCents")
      .where("id", "=", "lemons")
      .executeTakeFirstOrThrow();
    const number = await placeOrder(inside.db, uid, orderOf([["lemons", 1, priceCents]]), inside.now(), "stripe");
    await startCheckout(inside, number);
    return number;
  }

  return {
    scrape,

    /** What rows tell: an old backup, jobs and emails that wait or have failed, a refund that was refused. */
    async neglect() {
      const inside = await shop.inside();
      const number = await order();
      stripe.account.pay(stripe.books.list("session")[0]?.id ?? "");
      await syncPayment(inside, number);
      stripe.mood.refundStatus = () => "failed";
      await refundOrder(inside, number, { actor: staff("olga@example.com"), reason: "A dent", amountCents: 10 });
      await noteBackup(db, new Date(Date.now() - 48 * hour));
      const now = Date.now();
      const mail = { kind: "mail", payload: "{}", createdAt: now, runAt: now + hour, lastError: "Away" };
      await db.insertInto("jobs").values(Array(30).fill(mail)).execute();
      await db
        .insertInto("jobs")
        .values({ ...mail, kind: "importUndos", failedAt: now })
        .execute();
      const closed = { address: `http://127.0.0.1:${await freePort()}/hooks`, events: ["order.created" as const] };
      await askForTest(inside, (await addWebhook(inside, closed, "olga@example.com")).id, "olga@example.com");
      await scrapeUntil((samples) => samples.get('torg_webhook_deliveries{state="retrying"}') === 1);
      // Due for so long that it would have been run: nothing runs emails now.
      await scrapeUntil(
        (samples) => (samples.get('torg_job_duration_seconds_count{kind="mail",outcome="failed"}') ?? 0) > 1,
      );
      await db
        .insertInto("jobs")
        .values({ ...mail, runAt: now - hour })
        .execute();
      return scrape();
    },

    /** Payments that customers never finish. */
    async giveUpPayments() {
      for (let count = 0; count < 8; count++) await order();
      await db.updateTable("payments").set({ dueAt: 0, createdAt: 0 }).where("state", "=", "pending").execute();
      await db.updateTable("orders").set({ createdAt: 0 }).where("state", "=", "awaiting-payment").execute();
      return scrapeUntil(
        (samples) => (samples.get('torg_payments_total{provider="stripe",outcome="failed"}') ?? 0) > 7,
      );
    },

    async loseProvider() {
      for (let count = 0; count < 3; count++) await order();
      await stripe.close();
      await db.updateTable("payments").set({ dueAt: 0 }).where("state", "=", "pending").execute();
      const unreachable =
        'torg_payment_provider_duration_seconds_count{provider="stripe",call="readPayment",outcome="unreachable"}';
      return scrapeUntil((samples) => (samples.get(unreachable) ?? 0) > 0);
    },

    /** A lock that slows pages down, and keeps all connections busy. */
    async lockProducts() {
      const pages: Promise<unknown>[] = [];
      const during = await db.transaction().execute(async (trx) => {
        await sql`lock table products`.execute(trx);
        for (let count = 0; count < 14; count++) pages.push(read(`/products?q=number${count}`));
        await sleep(1500);
        return scrape();
      });
      await Promise.all(pages);
      return { during, after: await scrape() };
    },

    async forbidWrites() {
      await setReadOnly("on");
      const samples = await scrapeUntil(
        (samples) => samples.get("torg_database_writable") === 0 && samples.get("torg_database_up") === 1,
      );
      await setReadOnly("off");
      await scrapeUntil((samples) => samples.get("torg_database_writable") === 1);
      return samples;
    },

    async upgradeElsewhere() {
      await sql`insert into kysely_migration (name, timestamp) values ('900-later-breaking', '')`.execute(db);
      const samples = await scrapeUntil((samples) => samples.get("torg_version_outdated") === 1);
      await sql`delete from kysely_migration where name = '900-later-breaking'`.execute(db);
      await scrapeUntil((samples) => samples.get("torg_version_outdated") === 0);
      return samples;
    },

    async loseDatabase() {
      proxy.close();
      for (let count = 0; count < 20; count++) await read(`/products?q=lost${count}`);
      return scrapeUntil((samples) => samples.get("torg_database_up") === 0);
    },

    async close() {
      await db.destroy();
      await close();
      await stripe.close().catch(() => {});
      postgres.stop();
    },
  };

  async function setReadOnly(value: "on" | "off") {
    const name = sql.id(new URL(postgres.url).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_read_only = ${sql.raw(value)}`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      db,
    );
  }
}
