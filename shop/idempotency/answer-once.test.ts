import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { answerInTransaction, answerOnce, answerSteppedOnce } from "./answer-once.ts";
import { claimRequest, fingerprintOf, type KeptAnswer, noteChange, removeExpiredKeys } from "./idempotency-keys.ts";

const day = 24 * 60 * 60_000;
const start = new Date("2026-11-26T12:00:00Z");
const request = { holder: "token 1", key: "k", fingerprint: fingerprintOf("POST", "/a", "{}") };
const good: KeptAnswer = { status: 201, headers: { Location: "/a/1" }, body: "made" };

/** Work that leaves a trace, in a transaction of its own as the functions of the shop do. */
function leaving(key: string, answer = good) {
  return async (db: Database) => {
    await db.transaction().execute((trx) => trx.insertInto("settings").values({ key, value: "x" }).execute());
    return answer;
  };
}

async function traces(db: Database) {
  const rows = await db.selectFrom("settings").select("key").where("value", "=", "x").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

forEachEngine((openDatabase) => {
  test("a repeated request gets the first answer and changes nothing, until a day is over", async () => {
    const { db } = await openDatabase();
    const at = (ms: number) => ({ db, now: () => new Date(start.getTime() + ms) });
    expect(await answerOnce(at(0), request, leaving("1"))).toEqual({
      ...{ outcome: "answered", answer: good, isRepeated: false },
    });
    expect(await answerOnce(at(day - 1), request, leaving("2"))).toMatchObject({ answer: good, isRepeated: true });
    const other = { ...request, fingerprint: fingerprintOf("POST", "/a", "[]") };
    expect(await answerOnce(at(1), other, leaving("2"))).toEqual({ outcome: "otherRequest" });
    expect(await answerOnce(at(1), { ...other, holder: "token 2" }, leaving("3"))).toMatchObject({ isRepeated: false });
    expect(await traces(db)).toEqual(["1", "3"]);
    expect(await answerOnce(at(day), other, leaving("4"))).toMatchObject({ isRepeated: false });
    await removeExpiredKeys(db, at(day + 1).now());
    expect(await db.selectFrom("idempotencyKeys").select("holder").execute()).toEqual([{ holder: "token 1" }]);
  });

  test("work that fails or refuses undoes all its parts and frees the key", async () => {
    const { db } = await openDatabase();
    const context = { db, now: () => start };
    const fail = async (inside: Database) => {
      await leaving("1")(inside);
      throw new Error("after the first part");
    };
    await expect(answerOnce(context, request, fail)).rejects.toThrow("after the first part");
    const refuse = leaving("1", { ...good, status: 422 });
    expect(await answerOnce(context, request, refuse)).toMatchObject({ answer: { status: 422 } });
    expect(await answerInTransaction(context, refuse)).toMatchObject({ status: 422 });
    expect(await traces(db)).toEqual([]);
    const recover = async (inside: Database) => {
      const part = inside.transaction().execute(async (trx) => {
        await trx.insertInto("settings").values({ key: "1", value: "x" }).execute();
        throw new Error("only this part");
      });
      await expect(part).rejects.toThrow("only this part");
      return leaving("2")(inside);
    };
    expect(await answerOnce(context, request, recover)).toMatchObject({ isRepeated: false });
    expect(await traces(db)).toEqual(["2"]);
  });

  test("while a request is worked on, the same one is told to wait; one whose process died is worked on again", async () => {
    const { db } = await openDatabase();
    const first = await claimRequest(db, request, start);
    expect(await answerOnce({ db, now: () => start }, request, leaving("1"))).toEqual({ outcome: "underWay" });
    const later = new Date(start.getTime() + 61_000);
    expect(await answerOnce({ db, now: () => later }, request, leaving("2"))).toMatchObject({ isRepeated: false });
    // The first one isn't dead after all.
    if (first.outcome !== "claimed") throw new Error("Not claimed");
    await expect(noteChange(db, first.claim)).rejects.toThrow();
    expect(await traces(db)).toEqual(["2"]);
  });

  test("of the same request twice at once, one changes something", async () => {
    const { db } = await openDatabase();
    const context = { db, now: () => start };
    const outcomes = await Promise.all([
      answerOnce(context, request, leaving("1")),
      answerOnce(context, request, leaving("2")),
    ]);
    expect(await traces(db)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.outcome === "answered" && !outcome.isRepeated)).toHaveLength(1);
  });

  test("work in steps that died after its change is only answered again", async () => {
    const { db } = await openDatabase();
    const context = { db, now: () => start };
    let changes = 0;
    const change = (note: (transaction: Database) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        changes += 1;
        await note(trx);
        return undefined;
      });
    const die = async (): Promise<KeptAnswer> => {
      throw new Error("killed");
    };
    await expect(answerSteppedOnce(context, request, { change, answer: die })).rejects.toThrow("killed");
    const again = { change, answer: async () => good };
    expect(await answerSteppedOnce(context, request, again)).toMatchObject({ answer: good, isRepeated: true });
    expect(await answerSteppedOnce(context, request, again)).toMatchObject({ answer: good, isRepeated: true });
    expect(changes).toBe(1);
  });
});
