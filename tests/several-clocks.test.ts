import { type ChildProcess, fork } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { createResetToken, isResetToken } from "#shop/accounts/password-resets.ts";
import { readSession } from "#shop/accounts/session-user.ts";
import { readSale, scheduleSale } from "#shop/catalog/pricing/sales.ts";
import { findShownProductAt } from "#shop/catalog/products/find-product-at.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { enqueue } from "#shop/jobs/enqueue.ts";
import { queueMail } from "#shop/jobs/mail-queue.ts";
import { readAdminOrder } from "#shop/orders/views/admin.ts";
import type { Shop } from "#shop/shop.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import type { JobRun } from "./support/jobs-process.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { setSettings } from "./support/set-settings.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const minute = 60_000;
const aheadMs = 10 * minute;

/** Only with PostgreSQL does a shop have several machines. */
const onPostgres = test.skipIf(!inject("postgresUrl"));

onPostgres(
  "a machine whose clock is ten minutes ahead does nothing early, and nothing twice with one whose is right",
  async () => {
    const { shop, readMails } = await openTestShop("postgres");
    const orderNumber = await plan(shop, new Date(shop.now().getTime() + 5 * minute));
    const log = join(await temporaryFolder(), "runs");
    await writeFile(log, "");
    const ended = async () => {
      const lines = (await readFile(log, "utf8")).split("\n").filter(Boolean);
      return lines.map((line): JobRun => JSON.parse(line)).filter(({ step }) => step === "end");
    };

    startProcess(shop, log, aheadMs);
    const planned = ["duePayments", "mail", "publications", "sales"];
    await eventually(async () => {
      const kinds = new Set((await ended()).map(({ kind }) => kind));
      expect(planned.filter((kind) => !kinds.has(kind as JobRun["kind"]))).toEqual([]);
    });
    startProcess(shop, log);
    for (const _ of "0123456789") await queueMail(shop.db, resetMail, shop.now());
    await eventually(async () => expect(await waitingMails(shop)).toBe(1));

    const resets = (await readMails()).filter(({ subject }) => subject?.startsWith("Reset"));
    expect(resets, "the mail that is due later waits, and none is sent twice").toHaveLength(13);
    const ids = (await ended()).filter(({ kind }) => kind === "mail").map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await readSale(shop.db, "coffee"), "the sale hasn't started").toMatchObject({
      saleStartsAt: expect.any(Number),
    });
    expect(await findShownProductAt(shop.db, "lamp", shop.now()), "the lamp isn't published").toBeUndefined();
    expect(await readAdminOrder(shop.db, orderNumber), "the order still awaits its payment").toMatchObject({
      state: "awaiting-payment",
    });
  },
);

onPostgres("sessions and links go by the database's clock, whatever the machine's says", async () => {
  const { shop } = await openTestShop("postgres");
  await registerVerified(shop);
  const token = (await createResetToken(shop, resetMail.recipient)) ?? "";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * minute });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  expect(await isResetToken(shop, token), "a link that is valid for an hour").toBe(true);
  const cookies = [...(await signInCookies(shop)).values()].join("; ");
  const { signedInAt = 0 } = await readSession(shop, new Headers({ cookie: cookies }));
  expect(Math.abs(signedInAt - shop.now().getTime())).toBeLessThan(minute);
});

const resetMail = { kind: "reset", recipient: "ada@example.com" } as const;

/** Three mails that are due now, and, at a later time, one more, a sale, a publication, and the end of an unpaid order. @returns the order's number */
async function plan(shop: Shop, later: Date) {
  const { db } = shop;
  const publishAt = later.toISOString();
  await importRecords(db, [catalogRecord(), catalogRecord({ id: "lamp", title: "Lamp", publishAt })]);
  await setSettings(shop, { paymentInstructions: "Pay to account 1234 56 78901" });
  await shop.refreshSettings();
  const uid = await registerVerified(shop);
  // Who signs up has claimed the mail that verifies their address.
  await db.deleteFrom("jobs").execute();
  const form = { ...orderOf([["coffee", 1]]), paymentMethod: "invoice" } as const;
  const orderNumber = await placeOrder(db, uid, form, shop.now(), "manual", shop.settings);
  await db.updateTable("payments").set({ dueAt: later.getTime() }).execute();
  const sale = { saleCents: 500, saleStartsAt: later.getTime(), saleEndsAt: null };
  await scheduleSale(shop, "coffee", sale, "olga@example.com");
  for (const _ of "012") await queueMail(db, resetMail, shop.now());
  await enqueue(db, "mail", { payload: resetMail, now: shop.now(), runAt: later });
  return orderNumber;
}

async function waitingMails({ db }: Shop) {
  return (await db.selectFrom("jobs").select("id").where("kind", "=", "mail").execute()).length;
}

function startProcess({ settings }: Shop, log: string, ahead = 0): ChildProcess {
  const clock = new URL("support/clock-ahead.ts", import.meta.url).href;
  const child = fork(new URL("support/jobs-process.ts", import.meta.url), {
    execArgv: ["--import", clock],
    env: { ...process.env, CLOCK_AHEAD_MS: String(ahead) },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.send({ settings, log });
  return child;
}
