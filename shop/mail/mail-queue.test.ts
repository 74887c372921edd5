import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { readChanges } from "../owners/change-log.ts";
import {
  claimDueMail,
  countWaitingMails,
  dropResetMails,
  findUnsentMails,
  queueMail,
  recordOutcome,
  retryMails,
  type UnsentMailSearch,
} from "./mail-queue.ts";

const start = new Date("2026-11-21T12:00:00Z");
const day = 24 * 60 * 60_000;

forEachEngine((openDatabase) => {
  test("an owner finds the mails that wait and those that were given up, page by page, and has one of them tried again", async () => {
    const { db } = await openDatabase();
    const later = new Date(start.getTime() + 4 * day);
    await queueMail(db, { kind: "reset", recipient: "eve@example.com" }, start);
    const first = await claimDueMail(db, start);
    if (!first) throw new Error("Nothing is due");
    await recordOutcome(db, first, { error: "No such host" }, later);
    await queueMail(db, { kind: "order", recipient: "ada@example.com", orderNumber: "ABCDEFGHIJ" }, later);
    await queueMail(db, { kind: "reset", recipient: "Ada.Two@example.com" }, later);
    await queueMail(db, { kind: "reset", recipient: "done@example.com" }, start);
    const done = await claimDueMail(db, later);
    if (done) await recordOutcome(db, done, { result: "done" }, later);

    const find = async (search: Partial<UnsentMailSearch> = {}) => {
      const { mails, next } = await findUnsentMails(db, { state: "all", limit: 9, ...search });
      return [...mails.map(({ recipient }) => recipient.replace("@example.com", "")), ...(next ? ["…"] : [])];
    };
    expect(await find()).toEqual(["Ada.Two", "ada", "eve"]);
    expect(await find({ state: "waiting" })).toEqual(["Ada.Two", "ada"]);
    expect(await find({ state: "givenUp" })).toEqual(["eve"]);
    expect(await find({ text: " ADA" })).toEqual(["Ada.Two", "ada"]);
    expect(await find({ text: "abcdefghij" })).toEqual(["ada"]);
    expect(await find({ text: "abcdefghi" })).toEqual([]);
    expect(await find({ limit: 3 })).toEqual(["Ada.Two", "ada", "eve"]);
    const { mails, next } = await findUnsentMails(db, { state: "all", limit: 2 });
    expect([mails.length, await find({ limit: 2, after: next })]).toEqual([2, ["eve"]]);
    expect(await countWaitingMails(db)).toBe(2);

    const [givenUp] = (await findUnsentMails(db, { state: "givenUp", limit: 1 })).mails;
    expect(givenUp).toMatchObject({ lastError: "No such host", givenUpAt: later.getTime(), attempts: 1 });
    const retry = (mailId: number) => retryMails({ db, now: () => later }, { actor: "ada@example.com", mailId });
    expect(await retry(Number(givenUp?.id) + 1), "it isn't given up").toBe(0);
    expect(await retry(Number(givenUp?.id))).toBe(1);
    expect(await find({ state: "waiting" })).toEqual(["Ada.Two", "ada", "eve"]);
    expect(await readChanges(db, { kind: "mail", limit: 9 })).toMatchObject([
      { actor: "ada@example.com", subject: String(givenUp?.id), action: "tried again" },
    ]);
    await dropResetMails(db, "eve@example.com");
    await dropResetMails(db, "ada@example.com");
    expect(await find()).toEqual(["Ada.Two", "ada"]);
  });
});
