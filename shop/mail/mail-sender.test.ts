import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register } from "../../tests/support/customers.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { Shop } from "../shop.ts";
import { queueClaimedMail, queueMail, readUnsentMails } from "./mail-queue.ts";
import { createMailSender } from "./mail-sender.ts";

const reset = { kind: "reset", recipient: "ada@example.com" } as const;
const month = 31 * 24 * 60 * 60_000;

/** A shop with an account whose mails go to a server, and nothing to send yet. */
async function open(smtpUrl: string) {
  const opened = await openTestShop("sqlite", { smtpUrl });
  await register(opened.shop);
  await opened.shop.db.deleteFrom("mails").execute();
  return opened;
}

function claim({ db, now }: Shop) {
  return queueClaimedMail(db, reset, now());
}

test("whoever has a mail sent at once learns whether it went out, and it is sent before the shop stops", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  const sender = createMailSender(shop);
  server.closed = true;
  expect(await sender.sendAtOnce(await claim(shop), 60_000)).toBe(false);
  expect(await readUnsentMails(shop.db)).toMatchObject([{ attempts: 1 }]);
  server.closed = false;
  const sending = sender.sendAtOnce(await claim(shop), 60_000);
  await sender.stop();
  expect(server.received).toHaveLength(1);
  expect(await sending).toBe(true);
});

test("a mail that no server answers is left for the next process when the shop stops, and counts as no failure", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { shop, announced } = await open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const sender = createMailSender(shop);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const connected = once(silent, "connection");
  const sending = sender.sendAtOnce(await claim(shop), 60_000);
  const [socket] = await connected;
  onTestFinished(() => socket.destroy());
  const stopped = sender.stop();
  vi.advanceTimersByTime(3000);
  await stopped;
  expect(await sending).toBe(false);
  const [mail] = await readUnsentMails(shop.db);
  expect(mail).toMatchObject({ attempts: 0, lastError: null });
  expect(mail?.dueAt, "the next process sends it at once").toBeLessThanOrEqual(Date.now());
  expect(announced).toEqual([]);
});

test("a queue that fails is logged, and the mail counts as not sent", async () => {
  const server = await startMailServer();
  const { shop, announced } = await open(server.url);
  const mail = await claim(shop);
  await shop.db.destroy();
  expect(await createMailSender(shop).sendAtOnce(mail, 60_000)).toBe(false);
  const sender = createMailSender(shop);
  sender.start();
  await sender.stop();
  expect(announced.filter((line) => line.startsWith("The mail queue failed"))).toHaveLength(2);
});

test("once it is started it sends what is due, tells who waits for a product, and forgets what was sent a month ago", async () => {
  const server = await startMailServer();
  const { shop } = await open(server.url);
  const { db } = shop;
  await importRecords(db, [catalogRecord()]);
  const facts = { id: "wish", productId: "coffee", email: "bob@example.com", createdAt: Date.now() };
  await db
    .insertInto("stockAlerts")
    .values({ ...facts, confirmedAt: 1, toldAt: null })
    .execute();
  await db
    .insertInto("stockAlerts")
    .values({ ...facts, id: "old", email: "eve@example.com", createdAt: 0, confirmedAt: null, toldAt: null })
    .execute();
  const old = { ...reset, createdAt: 0, dueAt: null, doneAt: Date.now() - month };
  await db.insertInto("mails").values(old).execute();
  await queueMail(db, reset, shop.now());
  const sender = createMailSender(shop);
  sender.start();
  await vi.waitFor(() => expect(server.received).toHaveLength(2), { timeout: 20_000, interval: 5 });
  await sender.stop();
  expect(server.received.flatMap(({ recipients }) => recipients)).toEqual(["ada@example.com", "bob@example.com"]);
  const mails = await db.selectFrom("mails").select(["kind", "attempts"]).orderBy("id").execute();
  expect(mails).toEqual([
    { kind: "reset", attempts: 1 },
    { kind: "backInStock", attempts: 1 },
  ]);
  expect(await db.selectFrom("stockAlerts").select("id").execute()).toEqual([{ id: "wish" }]);
});
