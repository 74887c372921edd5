import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#database/connect.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { claimDueJob, findDueKinds, removeOldFailures, saveOutcome } from "./claim-job.ts";
import { cancelJob, enqueue } from "./enqueue.ts";
import type { JobHandler, JobHandlers, MailPayload } from "./job-kinds.ts";
import { type JobContext, runDueJobs } from "./run-job.ts";
import { createJobWorker, reschedule } from "./worker.ts";

const start = new Date("2026-11-21T12:00:00Z");
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const mailTo = (recipient: string): MailPayload => ({ kind: "reset", recipient });

const noWork = {
  run: async () => undefined,
  retryDelays: [],
  failureMessage: () => "Not done",
};
const recurring = { ...noWork, everyMs: minute };

/** Jobs whose runs a test describes. */
function openJobs(db: Database, mail: Partial<JobHandler<"mail">>) {
  const logged: string[] = [];
  const usual = { retryDelays: [second, minute], failureMessage: () => "Mail not sent" };
  const handlers: JobHandlers = {
    mail: { run: async () => undefined, ...usual, ...mail },
    stockAlerts: recurring,
    sales: noWork,
    publications: noWork,
    bestSellers: noWork,
    anonymizeOrders: noWork,
    indexes: noWork,
    bookedHours: noWork,
    catalogImports: noWork,
    moveIns: noWork,
    importUndos: noWork,
    pictureSizes: noWork,
    pictureFetches: noWork,
    unusedPictures: noWork,
    unnamedObjects: noWork,
    platformOrders: noWork,
    vatChecks: noWork,
    duePayments: noWork,
    dueCaptures: noWork,
    dueRefunds: noWork,
    eventAddresses: noWork,
    refundReconciliation: noWork,
    cleanUp: recurring,
    backupAudit: noWork,
    ecbRates: noWork,
    invitations: noWork,
    webhookEvents: noWork,
    webhooks: noWork,
  };
  const context: JobContext = { db, now: () => start, log: (message) => logged.push(message), handlers };
  const runAfter = (milliseconds: number) => runDueJobs({ ...context, now: () => after(milliseconds) }, "mail");
  const claim = (milliseconds: number) => claimDueJob(db, "mail", after(milliseconds));
  const setLeases = (leasedUntil: number) => db.updateTable("jobs").set({ leasedUntil }).execute();
  const readJobs = () => db.selectFrom("jobs").selectAll().orderBy("id").execute();
  return { context, logged, runAfter, claim, readJobs, setLeases };
}

forEachEngine((openDatabase) => {
  test("jobs run in the order in which they are due, once each, not before they are due, and not if their transaction fails", async () => {
    const { db } = await openDatabase();
    const ran: string[] = [];
    const { runAfter, readJobs } = openJobs(db, {
      run: async ({ payload }) => void ran.push(payload.recipient) as undefined,
    });
    await enqueue(db, "mail", { payload: mailTo("second"), now: after(second) });
    await enqueue(db, "mail", { payload: mailTo("first"), now: start });
    await enqueue(db, "mail", { payload: mailTo("later"), now: start, runAt: after(minute) });
    const failing = db.transaction().execute(async (trx) => {
      await enqueue(trx, "mail", { payload: mailTo("never"), now: start });
      throw new Error("Rolled back");
    });
    await expect(failing).rejects.toThrow("Rolled back");
    expect(await findDueKinds(db, ["mail", "cleanUp"], start)).toEqual(["mail"]);
    await runAfter(2 * second);
    expect(ran).toEqual(["first", "second"]);
    expect(await findDueKinds(db, ["mail", "cleanUp"], start)).toEqual([]);
    await runAfter(minute);
    expect(ran).toEqual(["first", "second", "later"]);
    expect(await readJobs()).toEqual([]);
  });

  test("a failed job is tried again after each delay, then given up, and removed after a month", async () => {
    const { db } = await openDatabase();
    const { runAfter, readJobs, logged } = openJobs(db, { run: () => Promise.reject(new Error("Out of paper")) });
    await enqueue(db, "mail", { payload: mailTo("ada"), now: start });
    expect(await runAfter(0), "the kind can't work").toBe(false);
    expect(await runAfter(second - 1), "nothing is due").toBe(true);
    await runAfter(second);
    await runAfter(minute + second);
    const failedAt = after(minute + second).getTime();
    expect(await readJobs()).toMatchObject([{ attempts: 3, lastError: "Out of paper", failedAt, leasedUntil: null }]);
    expect(logged).toHaveLength(3);
    await runAfter(day);
    expect(logged).toHaveLength(3);
    await removeOldFailures(db, after(30 * day));
    expect(await readJobs()).toHaveLength(1);
    await removeOldFailures(db, after(31 * day));
    expect(await readJobs()).toEqual([]);
  });

  test("a handler's permanent error gives the job up at once, and an error about one job lets the next one run", async () => {
    const { db } = await openDatabase();
    const { runAfter, readJobs } = openJobs(db, {
      run: async ({ payload }) => {
        if (payload.recipient !== "fine") throw new Error(payload.recipient);
        return undefined;
      },
      isPermanent: (error) => (error as Error).message === "refused",
      isAboutOneJob: () => true,
    });
    for (const recipient of ["refused", "busy", "fine"])
      await enqueue(db, "mail", { payload: mailTo(recipient), now: start });
    expect(await runAfter(0)).toBe(true);
    expect(await readJobs()).toMatchObject([
      { lastError: "refused", failedAt: start.getTime() },
      { lastError: "busy", failedAt: null, runAt: after(second).getTime() },
    ]);
  });

  test("what a process had claimed when it died is run by another one once the lease has ended", async () => {
    const { db } = await openDatabase();
    const { runAfter, claim, readJobs, setLeases } = openJobs(db, {});
    await enqueue(db, "mail", { payload: mailTo("ada"), now: start });
    expect(await claim(0)).toMatchObject({ payload: mailTo("ada"), attempts: 1 });
    await runAfter(day);
    expect(await readJobs(), "a process whose clock is fast waits too").toHaveLength(1);
    await setLeases(Date.now() - 1);
    await runAfter(0);
    expect(await readJobs()).toEqual([]);
  });

  test("a process that was held up for longer than its lease changes nothing that another one has done", async () => {
    const { db } = await openDatabase();
    const { claim, readJobs, setLeases } = openJobs(db, {});
    await enqueue(db, "mail", { payload: mailTo("ada"), now: start });
    const late = await claim(0);
    await setLeases(Date.now() - 1);
    const other = await claim(0);
    if (!late) throw new Error("Nothing was claimed");
    await saveOutcome(db, late, { state: "released" }, start);
    await saveOutcome(db, late, { state: "failed", error: new Error("Held up"), runAt: 0 }, start);
    await saveOutcome(db, late, { state: "again", runAt: 0 }, start);
    expect(await readJobs()).toMatchObject([{ attempts: 2, lastError: null, leasedBy: other?.leasedBy }]);
    await saveOutcome(db, late, { state: "done" }, start);
    expect(await readJobs()).toEqual([]);
  });

  test("a process that was held up doesn't end a job that was enqueued again and claimed by another one", async () => {
    const { db } = await openDatabase();
    const { claim, readJobs, setLeases } = openJobs(db, {});
    const enqueueFor = (recipient: string) =>
      enqueue(db, "mail", { key: "only", payload: mailTo(recipient), now: start });
    await enqueueFor("first");
    const late = await claim(0);
    await enqueueFor("second");
    await setLeases(Date.now() - 1);
    const other = await claim(0);
    if (!late || !other) throw new Error("Nothing was claimed");
    await saveOutcome(db, late, { state: "done" }, start);
    expect(await readJobs()).toMatchObject([{ leasedBy: other.leasedBy, payload: JSON.stringify(mailTo("second")) }]);
    await saveOutcome(db, other, { state: "done" }, start);
    expect(await readJobs()).toEqual([]);
  });

  test("a job keeps its lease for as long as it runs, and is aborted once another process has it", async () => {
    const { db } = await openDatabase();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { runAfter, claim, readJobs, setLeases } = openJobs(db, {
      async run(_, signal) {
        await setLeases(Date.now() + 1000);
        vi.advanceTimersByTime(30_000);
        await eventually(async () => expect((await readJobs())[0]?.leasedUntil).toBeGreaterThan(Date.now() + 30_000));
        expect(await claim(0)).toBeUndefined();
        await setLeases(Date.now() - 1);
        await claim(0);
        vi.advanceTimersByTime(30_000);
        await once(signal, "abort");
        throw signal.reason;
      },
    });
    await enqueue(db, "mail", { payload: mailTo("ada"), now: start });
    await runAfter(0);
    expect(await readJobs(), "the other process has it").toMatchObject([{ attempts: 2, lastError: null }]);
  });

  test("a job is replaced by one with its key, also while it runs, and can be cancelled", async () => {
    const { db } = await openDatabase();
    const { claim, readJobs } = openJobs(db, {});
    const enqueueAt = (milliseconds: number, recipient: string) =>
      enqueue(db, "mail", { key: "only", payload: mailTo(recipient), now: start, runAt: after(milliseconds) });
    await enqueueAt(minute, "first");
    await enqueueAt(0, "second");
    const running = await claim(0);
    expect(running?.payload.recipient).toBe("second");
    await enqueueAt(0, "third");
    expect(await claim(0), "it still runs").toBeUndefined();
    if (running) await saveOutcome(db, running, { state: "done" }, start);
    const next = await claim(0);
    expect(next?.payload.recipient).toBe("third");
    await cancelJob(db, "mail", "only");
    if (next) await saveOutcome(db, next, { state: "again", runAt: 0 }, start);
    expect(await readJobs()).toEqual([]);
  });

  test("a job that asks to run again does so at that time, with its failures forgotten", async () => {
    const { db } = await openDatabase();
    const runs: number[] = [];
    const { runAfter, readJobs } = openJobs(db, {
      run: async ({ attempts }) => {
        runs.push(attempts);
        if (runs.length === 1) throw new Error("Busy");
        return runs.length === 2 ? { runAt: after(day) } : undefined;
      },
    });
    await enqueue(db, "mail", { payload: mailTo("ada"), now: start });
    await runAfter(0);
    await runAfter(second);
    expect(await readJobs()).toMatchObject([{ attempts: 0, lastError: null, runAt: after(day).getTime() }]);
    await runAfter(day);
    expect([runs, await readJobs()]).toEqual([[1, 2, 1], []]);
  });

  test("the job with a key is run now, due or not, unless another process runs it", async () => {
    const { db } = await openDatabase();
    const ran: string[] = [];
    const { context, claim } = openJobs(db, {
      run: async ({ payload }) => void ran.push(payload.recipient) as undefined,
    });
    const worker = createJobWorker(context);
    const enqueueAt = (runAt: Date) => enqueue(db, "mail", { key: "one", payload: mailTo("ada"), now: start, runAt });
    await enqueueAt(after(day));
    await worker.runKey("mail", "one");
    expect(ran).toEqual(["ada"]);
    await enqueueAt(start);
    await claim(0);
    await worker.runKey("mail", "one");
    await worker.runKey("mail", "another");
    expect(ran).toEqual(["ada"]);
  });

  test("recurring jobs are there once, run again after their interval, and neither they nor leases wait for a clock that was set back", async () => {
    const { db } = await openDatabase();
    const { context, claim, readJobs, setLeases } = openJobs(db, {});
    const { handlers } = context;
    await Promise.all([reschedule(db, handlers, after(day)), reschedule(db, handlers, after(day))]);
    await runDueJobs({ ...context, now: () => after(day) }, "cleanUp");
    const runTimes = async () => Object.fromEntries((await readJobs()).map(({ kind, runAt }) => [kind, runAt]));
    expect(await runTimes()).toEqual({
      stockAlerts: after(day).getTime(),
      cleanUp: after(day + minute).getTime(),
    });
    await enqueue(db, "mail", { payload: mailTo("ada"), now: after(day) });
    await claim(day);
    await setLeases(Date.now() + day);
    expect(await claim(0), "it isn't due by this clock").toBeUndefined();
    await reschedule(db, handlers, start);
    const now = start.getTime();
    expect(await runTimes()).toEqual({ stockAlerts: now, cleanUp: now, mail: now });
    expect(await claim(0)).toMatchObject({ payload: mailTo("ada") });
  });
});
