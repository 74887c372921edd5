import { expect, test } from "vitest";
import type { Engine } from "#database/connect.ts";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { runProcesses } from "../../tests/support/run-processes.ts";
import { requestReset, resendVerification, signUpCustomer } from "../accounts/account-requests.ts";
import type { Shop, ShopSettings } from "../shop.ts";
import { claimDueMail, queueMail, readUnsentMails, recordOutcome, removeOldMails, retryMails } from "./mail-queue.ts";
import { sendDueMails } from "./send-mails.ts";

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
  // What signing up mails is not what these tests are about.
  await opened.shop.db.deleteFrom("mails").execute();
  const recipients = () => server.received.flatMap(({ recipients }) => recipients);
  return { ...opened, server, uid, recipients };
}

forEachEngine((_, engine) => {
  test("an order that is saved queues its mail, one that isn't, or was there already, queues none", async () => {
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

  test("a sign-up that is refused queues no mail", async () => {
    const { shop } = await openWithMailServer(engine);
    await expect(signUpCustomer(shop, signUpOf(), stranger)).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await shop.db.selectFrom("mails").select("id").execute()).toEqual([]);
  });

  test("a mail is tried again after pauses that grow, until the mail server takes it, once", async () => {
    const { shop, server, recipients, announced } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    server.closed = true;
    const pauses: number[] = [];
    for (let time = 0; time <= 6 * hour; ) {
      await sendAfter(shop, time);
      const [{ dueAt = 0, lastError } = {}] = await readUnsentMails(shop.db);
      expect(lastError).toContain("Closed for now");
      const next = Number(dueAt) - start.getTime();
      await sendAfter(shop, next - 1);
      pauses.push(next - time);
      time = next;
    }
    expect(pauses).toEqual([10, 30, 60, 5 * 60, 15 * 60, 3600, 3 * 3600, 3 * 3600].map((seconds) => seconds * second));
    expect(announced.filter((line) => line.startsWith("Reset mail not sent"))).toHaveLength(8);
    expect(await readUnsentMails(shop.db)).toMatchObject([{ attempts: 8, givenUpAt: null }]);
    server.closed = false;
    await sendAfter(shop, 10 * hour);
    await sendAfter(shop, 10 * hour);
    expect(recipients()).toEqual(["ada@example.com"]);
    const [sent] = await shop.db.selectFrom("mails").selectAll().execute();
    expect(sent).toMatchObject({ attempts: 9, dueAt: null, lastError: null, givenUpAt: null });
  });

  test("after three days a mail is given up, and can still be tried again", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    server.closed = true;
    for (let time = 0; time <= 4 * day; time += 6 * hour) await sendAfter(shop, time);
    const [mail] = await readUnsentMails(shop.db);
    expect(mail).toMatchObject({ dueAt: null, attempts: 13, lastError: expect.stringContaining("Closed for now") });
    expect(mail?.givenUpAt).toBe(start.getTime() + 3 * day);
    server.closed = false;
    await sendAfter(shop, 5 * day);
    expect(recipients()).toEqual([]);
    const later = new Date(start.getTime() + 5 * day);
    expect(await retryMails({ ...shop, now: () => later }, { actor: "command line" })).toBe(1);
    await sendAfter(shop, 5 * day);
    expect(recipients()).toEqual(["ada@example.com"]);
  });

  test("who is refused for good is given up at once; who is refused for now waits; neither holds others up", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    for (const email of ["bob@example.com", "eve@example.com"]) await register(shop, { email });
    await shop.db.deleteFrom("mails").execute();
    for (const email of ["eve", "bob", "ada"]) await queueReset(shop, `${email}@example.com`);
    server.refused.set("eve@example.com", 550).set("bob@example.com", 450);
    await sendAfter(shop, 0);
    expect(recipients()).toEqual(["ada@example.com"]);
    const unsent = await readUnsentMails(shop.db);
    expect(unsent).toMatchObject([
      { recipient: "bob@example.com", attempts: 1, dueAt: start.getTime() + 10 * second, givenUpAt: null },
      { recipient: "eve@example.com", attempts: 1, dueAt: null, givenUpAt: start.getTime() },
    ]);
    for (const { lastError } of unsent) expect(lastError).toMatch(/^(?!.*@).* is refused$/);
    server.refused.clear();
    await sendAfter(shop, 3 * day);
    expect(recipients()).toEqual(["ada@example.com", "bob@example.com"]);
  });

  test("three processes that send at once send every mail once", async () => {
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

  test("what a process had claimed when it died is sent by another one, a minute later", async () => {
    const { shop, recipients } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    expect(await claimDueMail(shop.db, start)).toMatchObject({ recipient: "ada@example.com" });
    await sendAfter(shop, minute - 1);
    expect(recipients()).toEqual([]);
    await sendAfter(shop, minute);
    expect(recipients()).toEqual(["ada@example.com"]);
  });

  test("a process that was held up for longer than its claim leaves what others have sent", async () => {
    const { shop, recipients } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    const mail = await claimDueMail(shop.db, start);
    await sendAfter(shop, minute);
    const late = new Date(start.getTime() + 2 * minute);
    if (!mail) throw new Error("Nothing was claimed");
    await recordOutcome(shop.db, mail, { result: "untried" }, late);
    await recordOutcome(shop.db, mail, { error: new Error("Held up") }, late);
    await sendAfter(shop, hour);
    expect(recipients()).toEqual(["ada@example.com"]);
    expect(await readUnsentMails(shop.db)).toEqual([]);
  });

  test("a mail in the hands of a process is not made due by trying all again", async () => {
    const { shop } = await openWithMailServer(engine);
    await queueReset(shop, "ada@example.com");
    await claimDueMail(shop.db, start);
    expect(await retryMails({ ...shop, now: () => start }, { actor: "command line" })).toBe(0);
    expect(await claimDueMail(shop.db, start)).toBeUndefined();
  });

  test("the database holds nothing of what a mail lets its reader do", async () => {
    const { shop, server } = await openWithMailServer(engine);
    const tokenIn = (number: number) => /token=(\S{20,})/.exec(server.received[number]?.mail.text ?? "")?.[1];
    await resendVerification(shop, "ada@example.com", stranger);
    await requestReset(shop, "ADA@example.com", stranger);
    await sendDueMails(shop);
    const mails = JSON.stringify(await shop.db.selectFrom("mails").selectAll().execute());
    expect(mails).toContain("ada@example.com");
    for (const number of [0, 1]) expect(mails).not.toContain(tokenIn(number) ?? "no token");
    expect(tokenIn(0)).not.toBe(tokenIn(1));
  });

  test("resets of unknown addresses are queued like others, and go nowhere", async () => {
    const { shop, recipients } = await openWithMailServer(engine);
    await requestReset(shop, "nobody@example.com", stranger);
    await requestReset(shop, "no.b.o.d.y..@example.com", stranger);
    expect(await readUnsentMails(shop.db)).toHaveLength(2);
    await sendDueMails(shop);
    expect(recipients()).toEqual([]);
    expect(await readUnsentMails(shop.db)).toEqual([]);
  });

  test("asking for the link again fails when the mail can't be sent, and the mail still waits", async () => {
    const { shop, server, recipients } = await openWithMailServer(engine);
    server.closed = true;
    await expect(resendVerification(shop, "ada@example.com", stranger)).rejects.toThrow("waits to be sent");
    expect(await readUnsentMails(shop.db)).toMatchObject([{ kind: "verification", attempts: 1 }]);
    server.closed = false;
    const later = new Date(Date.now() + minute);
    await sendDueMails({ ...shop, now: () => later });
    expect(recipients()).toEqual(["ada@example.com"]);
  });

  test("what was sent a month ago is forgotten, what waits is not", async () => {
    const { shop, server } = await openWithMailServer(engine);
    server.refused.set("ada@example.com", 550);
    await queueReset(shop, "ada@example.com");
    await queueReset(shop, "nobody@example.com");
    await sendAfter(shop, 0);
    await queueReset(shop, "ada@example.com");
    const count = async () => (await shop.db.selectFrom("mails").select("id").execute()).length;
    await removeOldMails(shop.db, new Date(start.getTime() + 30 * day));
    expect(await count()).toBe(3);
    await removeOldMails(shop.db, new Date(start.getTime() + 31 * day));
    expect(await count()).toBe(1);
  });
});
