import { expect, inject, onTestFinished, test, vi } from "vitest";
import { connect, createDatabase } from "../../tests/support/databases.ts";
import { createClockWatch } from "./watch-clock.ts";

// With SQLite, the database's clock is the machine's.
const testOnPostgres = test.skipIf(!inject("postgresUrl"));

testOnPostgres("a wrong clock is logged once, and once more after it was right", async () => {
  const { db } = connect(await createDatabase("postgres"));
  const logged: string[] = [];
  const watchClock = createClockWatch({ db, log: (message, error) => logged.push(`${message}: ${error}`) });
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const counts = [];
  for (const aheadMs of [-600_000, -600_000, -600_000, 0, -600_000]) {
    vi.advanceTimersByTime(5000);
    vi.setSystemTime(vi.getRealSystemTime() + aheadMs);
    await watchClock();
    counts.push(logged.length);
  }
  expect(counts).toEqual([1, 1, 1, 1, 2]);
  expect(logged[0]).toMatch(/^This machine's clock is wrong: Error: \d+ seconds behind the database's\./);
});
