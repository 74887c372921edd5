import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { countJobs } from "./count-jobs.ts";

const minute = 60_000;

forEachEngine((openDatabase) => {
  test("jobs are counted by what they wait for, and the one that is due longest says since when", async () => {
    const { db } = await openDatabase();
    const now = Date.now();
    const mail = { kind: "mail", payload: "{}", createdAt: now, runAt: now + 10 * minute };
    await db
      .insertInto("jobs")
      .values([
        { ...mail, runAt: now - minute },
        { ...mail, runAt: now - 5 * minute },
        mail,
        // Running, so that it keeps nobody waiting.
        { ...mail, runAt: now - 60 * minute, leasedUntil: now + minute / 2, leasedBy: "one" },
        // Its process has died.
        { ...mail, runAt: now - 2 * minute, leasedUntil: now - minute, leasedBy: "two" },
        { ...mail, lastError: "Busy" },
        { ...mail, lastError: "Refused", runAt: now - 60 * minute, failedAt: now },
        { ...mail, kind: "cleanUp", runAt: now + minute },
      ])
      .execute();
    const counts = (await countJobs(db)).toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect(counts).toEqual([
      { kind: "cleanUp", waiting: 1, running: 0, retrying: 0, failed: 0, dueForMs: 0 },
      { kind: "mail", waiting: 4, running: 1, retrying: 1, failed: 1, dueForMs: expect.any(Number) },
    ]);
    const waited = counts[1]?.dueForMs ?? 0;
    expect(waited).toBeGreaterThanOrEqual(5 * minute);
    expect(waited).toBeLessThan(6 * minute);
  });
});
