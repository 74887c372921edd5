import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { requestReset } from "../accounts/account-requests.ts";
import { requestStockAlert } from "../catalog/alerts/stock-alerts.ts";
import { readUnsentMails } from "../mail/unsent-mails.ts";
import { inviteStaff } from "../owners/invite-staff.ts";
import { setRole } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { aheadOfJobs } from "./give-way.ts";
import { queueClaimedMail, queueMail } from "./mail-queue.ts";

const reset = { kind: "reset", recipient: "ada@example.com" } as const;
const month = 31 * 24 * 60 * 60_000;

/** A shop with an account whose mails go to a server, and nothing to send yet. */
async function open(smtpUrl: string) {
  const opened = await openTestShop("sqlite", { smtpUrl });
  await register(opened.shop);
  await opened.shop.db.deleteFrom("jobs").execute();
  return opened;
}

function claim({ db, now }: Shop) {
  return queueClaimedMail(db, reset, now());
}

test("a caller learns whether its mail was sent at once, and the mail is sent before the shop stops", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  server.closed = true;
  expect(await shop.jobs.runClaimed(await claim(shop), 60_000)).toBe(false);
  expect(await readUnsentMails(shop.db)).toMatchObject([{ attempts: 1 }]);
  server.closed = false;
  const sending = shop.jobs.runClaimed(await claim(shop), 60_000);
  await shop.jobs.stop();
  expect(server.received).toHaveLength(1);
  expect(await sending).toBe(true);
});

test("a stop aborts a mail that no server answers: it isn't counted as a failure and another process sends it", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { shop, announced } = await open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const connected = once(silent, "connection");
  const sending = shop.jobs.runClaimed(await claim(shop), 60_000);
  const [socket] = await connected;
  onTestFinished(() => socket.destroy());
  const stopped = shop.jobs.stop();
  vi.advanceTimersByTime(3000);
  await stopped;
  expect(await sending).toBe(false);
  expect(await readUnsentMails(shop.db)).toMatchObject([{ attempts: 0, lastError: null }]);
  const [job] = await shop.db.selectFrom("jobs").selectAll().execute();
  expect(job?.leasedUntil, "the next process sends it at once").toBeNull();
  expect(announced).toEqual([]);
});

test("a queue that can't be read is logged, and the mail counts as not sent", async () => {
  const server = await startMailServer();
  const { shop, announced } = await open(server.url);
  const mail = await claim(shop);
  await shop.db.destroy();
  expect(await shop.jobs.runClaimed(mail, 60_000)).toBe(false);
  shop.jobs.start();
  await shop.jobs.stop();
  expect(announced.filter((line) => line.startsWith("The job queue failed"))).toHaveLength(2);
});

test("a started worker sends what is due, sends stock alerts, and removes old alerts and failures", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  const { db } = shop;
  await importRecords(db, [catalogRecord()]);
  const alert = { id: "alert", productId: "coffee", email: "bob@example.com", createdAt: Date.now() };
  const old = { ...alert, id: "old", email: "eve@example.com", createdAt: 0, confirmedAt: null, toldAt: null };
  await db
    .insertInto("stockAlerts")
    .values([{ ...alert, confirmedAt: 1, toldAt: null }, old])
    .execute();
  const failedAt = Date.now() - month;
  await db
    .insertInto("jobs")
    .values({ kind: "mail", payload: JSON.stringify(reset), createdAt: 0, runAt: 0, failedAt })
    .execute();
  await queueMail(db, reset, shop.now());
  shop.jobs.start();
  await eventually(() => expect(server.received).toHaveLength(2));
  await shop.jobs.stop();
  expect(server.received.flatMap(({ recipients }) => recipients)).toEqual(["ada@example.com", "bob@example.com"]);
  expect(await readUnsentMails(db)).toEqual([]);
  expect(await db.selectFrom("stockAlerts").select("id").execute()).toEqual([{ id: "alert" }]);
});

test("emails with a link that someone waits for don't wait behind the emails of a rush", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  await importRecords(shop.db, [catalogRecord({ stock: 0 })]);
  const olga = { uid: await registerVerified(shop, { email: "olga@example.com" }), email: "olga@example.com" };
  await setRole(shop, olga.email, "owner", "command line");
  await shop.db.deleteFrom("jobs").execute();
  const others = 40;
  for (let number = 0; number < others; number++)
    await queueMail(shop.db, { kind: "passwordChanged", recipient: `customer-${number}@example.com` }, shop.now());
  await aheadOfJobs(async () => {
    shop.jobs.start();
    await eventually(() => expect(server.received).not.toEqual([]));
    const asker = { headers: new Headers(), address: "203.0.113.7" };
    await requestReset(shop, reset.recipient, asker);
    const alert = { productId: "coffee", email: "eve@example.com" };
    await requestStockAlert(shop, alert, { address: asker.address, verifiedEmail: undefined });
    await inviteStaff(shop, { email: "stig@example.com", role: "orders" }, { ...olga, role: "owner" }, asker);
    for (const awaited of [reset.recipient, alert.email, "stig@example.com"])
      await eventually(() =>
        expect(server.received).toContainEqual(expect.objectContaining({ recipients: [awaited] })),
      );
    expect(server.received.length).toBeLessThan(others);
  });
  await shop.jobs.stop();
});

test("while the mail server is away the worker pauses mails after one try, and runs other kinds of jobs", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  const { db } = shop;
  server.closed = true;
  for (const _ of "123") await queueMail(db, reset, shop.now());
  shop.jobs.start();
  await eventually(async () => {
    const others = await db.selectFrom("jobs").select("runAt").where("kind", "!=", "mail").execute();
    expect(others.length).toBeGreaterThan(0);
    for (const { runAt } of others) expect(runAt, "it ran").toBeGreaterThan(Date.now());
  });
  await shop.jobs.stop();
  const attempts = (await readUnsentMails(db)).reduce((sum, mail) => sum + mail.attempts, 0);
  expect(attempts, "the second try comes two seconds later, the third after four more").toBeLessThan(3);
});
