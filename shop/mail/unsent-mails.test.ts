import { type Compilable, CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { readChanges } from "../changes/change-log.ts";
import { claimDueJob, saveOutcome } from "../jobs/claim-job.ts";
import { dropResetMails, isAbout, queueMail } from "../jobs/mail-queue.ts";
import { findUnsentMails, retryMails, selectFailedMails, type UnsentMailSearch } from "./unsent-mails.ts";

const start = new Date("2026-11-21T12:00:00Z");
const day = 24 * 60 * 60_000;

forEachEngine((openDatabase, engine) => {
  test("an owner finds the unsent mails page by page, and retries one", async () => {
    const { db } = await openDatabase();
    const later = new Date(start.getTime() + 4 * day);
    await queueMail(db, { kind: "reset", recipient: "eve@example.com" }, start);
    const first = await claimDueJob(db, "mail", start);
    if (!first) throw new Error("Nothing is due");
    await saveOutcome(db, first, { state: "failed", error: "No such host", runAt: null }, later);
    await queueMail(db, { kind: "order", recipient: "ada@example.com", orderNumber: "ABCDEFGHIJ" }, later);
    await queueMail(db, { kind: "reset", recipient: "Ada.Two@example.com" }, later);
    await queueMail(db, { kind: "reset", recipient: "done@example.com" }, start);
    const done = await claimDueJob(db, "mail", later);
    if (done) await saveOutcome(db, done, { state: "done" }, later);

    const find = async (search: Partial<UnsentMailSearch> = {}) => {
      const { mails, next } = await findUnsentMails(db, { state: "all", limit: 9, ...search });
      return [...mails.map(({ recipient }) => recipient.replace("@example.com", "")), ...(next ? ["…"] : [])];
    };
    expect(await find()).toEqual(["Ada.Two", "ada", "eve"]);
    expect(await find({ state: "waiting" })).toEqual(["Ada.Two", "ada"]);
    expect(await find({ state: "givenUp" })).toEqual(["eve"]);
    expect(await find({ text: " ADA" })).toEqual(["Ada.Two", "ada"]);
    await queueMail(db, { kind: "reset", recipient: "siobhán.o'brien@example.com" }, later);
    for (const text of ["Siobhan.OBrien", "SIOBHÁN.O’BRIEN@"])
      expect(await find({ text })).toEqual(["siobhán.o'brien"]);
    await dropResetMails(db, "siobhán.o'brien@example.com");
    expect(await find({ text: "abcdefghij" })).toEqual(["ada"]);
    expect(await find({ text: "abcdefghi" })).toEqual([]);
    expect(await find({ limit: 3 })).toEqual(["Ada.Two", "ada", "eve"]);
    const { mails, next } = await findUnsentMails(db, { state: "all", limit: 2 });
    expect([mails.length, await find({ limit: 2, after: next })]).toEqual([2, ["eve"]]);

    const [givenUp] = (await findUnsentMails(db, { state: "givenUp", limit: 1 })).mails;
    expect(givenUp).toMatchObject({ lastError: "No such host", failedAt: later.getTime(), attempts: 1 });
    const retry = (mailId: number) => retryMails({ db, now: () => later }, { actor: "ada@example.com", mailId });
    expect(await retry(Number(givenUp?.id) + 1), "it isn't given up").toBe(0);
    expect(await retry(Number(givenUp?.id))).toBe(1);
    expect(await find({ state: "waiting" })).toEqual(["Ada.Two", "ada", "eve"]);
    expect(await readChanges(db, { kind: "mail", limit: 9 })).toMatchObject([
      { actor: "ada@example.com", subject: String(givenUp?.id), action: "retried" },
    ]);
    await dropResetMails(db, "eve@example.com");
    await dropResetMails(db, "ada@example.com");
    expect(await find()).toEqual(["Ada.Two", "ada"]);
  });

  test("the mails about an order, and those that failed, are found by an index, however many others wait", async () => {
    const { db } = await openDatabase();
    const explain = engine === "postgres" ? "explain" : "explain query plan";
    const planOf = (query: (trx: Database) => Compilable) =>
      db.transaction().execute(async (trx) => {
        // In a small table PostgreSQL would read all rows.
        if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(trx);
        const compiled = query(trx).compile();
        const { rows } = await trx.executeQuery(
          CompiledQuery.raw(`${explain} ${compiled.sql}`, [...compiled.parameters]),
        );
        return JSON.stringify(rows);
      });
    const subjects = ["ABCDEFGHIJ", "a-withdrawal"];
    expect(await planOf((trx) => trx.selectFrom("jobs").select("id").where(isAbout(trx, subjects)))).toContain(
      "jobs_subject",
    );
    expect(await planOf((trx) => selectFailedMails(trx))).toContain("jobs_failed");
  });
});
