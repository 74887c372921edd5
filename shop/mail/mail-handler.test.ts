import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { runProcesses } from "../../tests/support/run-processes.ts";
import { requestReset, resendVerification, signUpCustomer } from "../accounts/account-requests.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { Shop, ShopSettings } from "../shop.ts";
import { readUnsentMails, retryMails } from "./unsent-mails.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const start = new Date("2026-11-21T12:00:00Z");
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Sends what is due so long after the start. */
function sendAfter(shop: Shop, milliseconds: number) {
  return sendDueMails({ ...shop, now: () => new Date(start.getTime() + milliseconds) });
}

function queueReset({ db }: Shop, recipient: string) {
  return queueMail(db, { kind: "reset", recipient }, start);
}

/** A shop in which Ada has an account, and whose mails a mail server gets. */
async function openWithMailServer(engine: Engine) {
  const server = await startMailServer();
  const opened = await openTestShop(engine, { smtpUrl: server.url });
  const uid = await register({ ...opened.shop, now: () => start });
  // These tests aren't about the sign-up's mail.
  await opened.shop.db.deleteFrom("jobs").execute();
  const recipients = () => server.received.flatMap(({ recipients }) => recipients);
  return { ...opened, server, uid, recipients };
}

forEnginesInTurns((_, engine) => {
  test("a saved order queues its mail; a refused or repeated order queues none", async () => {
    const { shop, uid, recipients } = await openWithMailServer(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 3 })]);
    await tryToOrder(shop.db, uid, orderOf([["coffee", 4]]));
    expect(await readUnsentMails(shop.db)).toEqual([]);
    const form = orderOf([["coffee", 1]]);
    const orderNumber = await tryToOrder(shop.db, uid, form);
    await tryToOrder(shop.db, uid, form);
    const waiting = { kind: "order", recipient: "ada@example.com", orderNumber, attempts: 0, lastError: null };
    expect(await readUnsentMails(shop.db)).toMatchObject([waiting]);
    await sendDueMails(shop);
    await sendDueMails(shop);
    expect(recipients()).toEqual(["ada@example.com"]);
    expect(await readUnsentMails(shop.db)).toEqual([]);
  });

  test("a refused sign-up queues no mail", async () => {
    const { shop } = await openWithMailServer(engine);
    await expect(signUpCustomer(shop, signUpOf(), stranger)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await shop.db.selectFrom("jobs").select("id").execute()).toEqual([]);
  });

  test("a mail is retried with growing delays until the mail server accepts it, once", async () => {
    const { shop, server, recipients, announced } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    server.closed = true;
    const pauses: number[] = [];
    for (let time = 0; time <= 6 * hour; ) {
      await sendAfter(shop, time);
      const [{ runAt = 0, lastError } = {}] = await readUnsentMails(shop.db);
      expect(lastError).toContain("Closed for now");
      const next = Number(runAt) - start.getTime();
      await sendAfter(shop, next - 1);
      pauses.push(next - time);
      time = next;
    }
    expect(pauses).toEqual([10, 30, 60, 5 * 60, 15 * 60, 3600, 3 * 3600, 3 * 3600].map((seconds) => seconds * second));
    expect(announced.filter((line) => line.startsWith("Password reset email not sent"))).toHaveLength(8);
    expect(await readUnsentMails(shop.db)).toMatchObject([{ attempts: 8, failedAt: null }]);
    server.closed = false;
    await sendAfter(shop, 10 * hour);
    await sendAfter(shop, 10 * hour);
    expect(recipients()).toEqual(["ada@example.com"]);
    expect(await readUnsentMails(shop.db)).toEqual([]);
  });

  test("after three days a mail fails for good, and can still be retried by hand", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    server.closed = true;
    for (let time = 0; time <= 4 * day; time += 6 * hour) await sendAfter(shop, time);
    const [mail] = await readUnsentMails(shop.db);
    expect(mail).toMatchObject({ runAt: null, attempts: 13, lastError: expect.stringContaining("Closed for now") });
    expect(mail?.failedAt).toBe(start.getTime() + 3 * day);
    server.closed = false;
    await sendAfter(shop, 5 * day);
    expect(recipients()).toEqual([]);
    const later = new Date(start.getTime() + 5 * day);
    expect(await retryMails({ ...shop, now: () => later }, { actor: "command line" })).toBe(1);
    await sendAfter(shop, 5 * day);
    expect(recipients()).toEqual(["ada@example.com"]);
  });

  test("a permanent refusal fails at once, a temporary one waits, and neither delays other mails", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    for (const email of ["bob@example.com", "eve@example.com"]) await register(shop, { email });
    await shop.db.deleteFrom("jobs").execute();
    for (const email of ["eve", "bob", "ada"]) await queueReset(shop, `${email}@example.com`);
    server.refused.set("eve@example.com", 550).set("bob@example.com", 450);
    await sendAfter(shop, 0);
    expect(recipients()).toEqual(["ada@example.com"]);
    const unsent = await readUnsentMails(shop.db);
    expect(unsent).toMatchObject([
      { recipient: "bob@example.com", attempts: 1, runAt: start.getTime() + 10 * second, failedAt: null },
      { recipient: "eve@example.com", attempts: 1, runAt: null, failedAt: start.getTime() },
    ]);
    for (const { lastError } of unsent) expect(lastError).toMatch(/^(?!.*@).* is refused$/);
    server.refused.clear();
    await sendAfter(shop, 3 * day);
    expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
  });

  test("three processes send every mail once", async () => {
    const { shop, uid, recipients } = await openWithMailServer(engine);
    await importRecords(shop.db, [catalogRecord()]);
    const orderNumber = String(await tryToOrder(shop.db, uid, orderOf([["coffee", 1]])));
    const friends = Array.from({ length: 30 }, (_, number) => `friend-${number}@example.com`);
    for (const recipient of friends) await queueMail(shop.db, { kind: "order", recipient, orderNumber }, start);
    const script = new URL("../../tests/support/mails-process.ts", import.meta.url);
    await runProcesses<ShopSettings, string>(script, Array(3).fill(shop.settings));
    expect(recipients().toSorted()).toEqual([...friends, "ada@example.com"].toSorted());
    expect(await readUnsentMails(shop.db)).toEqual([]);
  }, 120_000);

  test("the database never holds the tokens of mailed links", async () => {
    const { shop, server } = await openWithMailServer(engine);
    const tokenIn = (number: number) => /token=(\S{20,})/.exec(server.received[number]?.mail.text ?? "")?.[1];
    await resendVerification(shop, "ada@example.com", stranger);
    await requestReset(shop, "ADA@example.com", stranger);
    const queued = JSON.stringify(await shop.db.selectFrom("jobs").selectAll().execute());
    await sendDueMails(shop);
    const mails = queued + JSON.stringify(await shop.db.selectFrom("jobs").selectAll().execute());
    expect(mails).toContain("ada@example.com");
    for (const number of [0, 1]) expect(mails).not.toContain(tokenIn(number) ?? "no token");
    expect(tokenIn(0)).not.toBe(tokenIn(1));
  });

  test("resets of unknown addresses are queued like others, and aren't sent", async () => {
    const { shop, recipients } = await openWithMailServer(engine);
    await requestReset(shop, "unknown@example.com", stranger);
    await requestReset(shop, "no.b.o.d.y..@example.com", stranger);
    expect(await readUnsentMails(shop.db)).toHaveLength(2);
    await sendDueMails(shop);
    expect(recipients()).toEqual([]);
    expect(await readUnsentMails(shop.db)).toEqual([]);
  });

  test("requesting the link again fails if the mail can't be sent, and the mail stays queued", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    server.closed = true;
    await expect(resendVerification(shop, "ada@example.com", stranger)).rejects.toThrow("still queued");
    expect(await readUnsentMails(shop.db)).toMatchObject([{ kind: "verification", attempts: 1 }]);
    server.closed = false;
    const later = new Date(Date.now() + minute);
    await sendDueMails({ ...shop, now: () => later });
    expect(recipients()).toEqual(["ada@example.com"]);
  });
});
