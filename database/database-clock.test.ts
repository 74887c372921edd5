import { expect, onTestFinished, test, vi } from "vitest";
import { forEachEngine } from "../tests/support/databases.ts";
import { databaseNow, followDatabaseClock } from "./database-clock.ts";

/** Sets this machine's clock until the test's end. */
function setClock(aheadMs: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

const realTime = () => performance.timeOrigin + performance.now();

forEachEngine((openDatabase, engine) => {
  test("until the database was asked, the time is the machine's", async () => {
    const { db } = await openDatabase();
    setClock(600_000);
    expect(databaseNow(db).getTime()).toBe(Date.now());
  });

  test("a machine whose clock is right hears so", async () => {
    const { db } = await openDatabase();
    expect(await followDatabaseClock(db)).toBe(0);
    expect(Math.abs(databaseNow(db).getTime() - Date.now())).toBeLessThan(1000);
  });

  // With SQLite, the database's clock is the machine's.
  if (engine === "sqlite") return;

  test("the time is the database's, in transactions too, however the machine's is set", async () => {
    const { db } = await openDatabase();
    for (const aheadMs of [600_000, -7_200_000]) {
      setClock(aheadMs);
      expect(Math.abs((await followDatabaseClock(db)) - aheadMs)).toBeLessThan(5000);
      const inTransaction = await db.transaction().execute(async (trx) => databaseNow(trx).getTime());
      for (const time of [inTransaction, databaseNow(db).getTime()]) {
        expect(Math.abs(time - realTime())).toBeLessThan(5000);
      }
      vi.useRealTimers();
      expect(Math.abs(databaseNow(db).getTime() - realTime()), "after it is set right").toBeLessThan(5000);
    }
  });
});
