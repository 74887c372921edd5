import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import { isOutage } from "../errors.ts";
import { claimJobByKey, findDueKinds } from "./claim-job.ts";
import type { ClaimedJob, JobHandlers, JobKind } from "./job-kinds.ts";
import { type JobContext, runDueJobs, runJob } from "./run-job.ts";
import { createClockWatch } from "./watch-clock.ts";

const pollMs = 1000;
/** Pauses double from one second to this, while a database, mail server or payment provider is away. */
const longestPauseMs = 60_000;
/** How long running jobs may go on after a stop. */
const graceMs = 3000;
const rescheduleMs = 60 * 60_000;
/** What several processes take for the time differs by less. */
const clockSkewMs = 60_000;

/** Runs the jobs of a shop in one process. Each process has a worker. */
export interface JobWorker {
  /** Of all jobs that it runs. */
  kinds: JobKind[];
  /** Runs what is due, now and every second, until `stop`. */
  start: () => void;
  /** Runs a job that was enqueued as claimed. @returns whether it was done in time */
  runClaimed: (job: ClaimedJob, timeoutMs: number) => Promise<boolean>;
  /** Runs the job with a key now, unless another process does already. */
  runKey: (kind: JobKind, key: string) => Promise<void>;
  /** Runs the job with a key before those of its kind that were enqueued earlier, once started. Someone waits for it. */
  runNext: (kind: JobKind, key: string) => void;
  /** Claims no more jobs and waits for the running ones, which are aborted after three seconds. */
  stop: () => Promise<void>;
}

/** Creates the worker of a process. It runs one job of each kind at a time, or as many as its handler says. See docs/decisions/0035. */
export function createJobWorker(context: JobContext): JobWorker {
  const { db, now, log, handlers } = context;
  const shutdown = new AbortController();
  const abort = new AbortController();
  const inFlight = new Set<Promise<unknown>>();
  const pauses = new Map((Object.keys(handlers) as JobKind[]).map((kind) => [kind, createPause()]));
  const running = new Map<JobKind, number>();
  const watchClock = createClockWatch(context);
  let rescheduleAt = Number.NEGATIVE_INFINITY;
  let isOutageLogged = false;
  let isStarted = false;

  function track<Result>(work: Promise<Result>) {
    inFlight.add(work);
    return work.finally(() => inFlight.delete(work));
  }

  function runningOf(kind: JobKind) {
    return running.get(kind) ?? 0;
  }

  /** A slow job of a kind that runs several at once leaves the others to the next poll. */
  function hasRoom(kind: JobKind) {
    return runningOf(kind) < (handlers[kind].atOnce ?? 1);
  }

  async function runKind(kind: JobKind) {
    running.set(kind, runningOf(kind) + 1);
    const signals = { shutdownSignal: shutdown.signal, abort: abort.signal };
    const worked = await runDueJobs(context, kind, signals).catch(logFailure);
    pauses.get(kind)?.note(worked);
    running.set(kind, runningOf(kind) - 1);
  }

  /** An outage fails all kinds at once, and is logged once. */
  function logFailure(error: unknown) {
    const wasLogged = isOutageLogged;
    isOutageLogged = isOutage(error);
    if (!wasLogged || !isOutageLogged) log("The job queue failed", error);
    return false;
  }

  async function poll() {
    await watchClock();
    if (performance.now() >= rescheduleAt) {
      await reschedule(db, handlers, now());
      rescheduleAt = performance.now() + rescheduleMs;
    }
    isOutageLogged = false;
    const kinds = [...pauses].filter(([kind, pause]) => hasRoom(kind) && pause.isOver()).map(([kind]) => kind);
    for (const kind of await findDueKinds(db, kinds, now())) void track(runKind(kind));
    return true;
  }

  async function pollUntilStop() {
    isStarted = true;
    const pause = createPause();
    while (!shutdown.signal.aborted) {
      if (pause.isOver()) pause.note(await poll().catch(logFailure));
      await sleep(pollMs, undefined, { ref: false, signal: shutdown.signal }).catch(() => {});
    }
  }

  async function runKey(kind: JobKind, key: string) {
    const job = await claimJobByKey(db, kind, key);
    if (job) await runJob(context, job, abort.signal);
  }

  return {
    kinds: [...pauses.keys()],

    start: () => void track(pollUntilStop()),

    async runClaimed(job, timeoutMs) {
      const running = track(runJob(context, job, abort.signal)).then(({ state }) => state === "done", logFailure);
      return Promise.race([running, sleep(timeoutMs, false, { ref: false })]);
    },

    runKey: (kind, key) => track(runKey(kind, key)),

    runNext(kind, key) {
      if (isStarted && !shutdown.signal.aborted) void track(runKey(kind, key).catch(logFailure));
    },

    async stop() {
      shutdown.abort();
      const timeout = setTimeout(() => abort.abort(), graceMs);
      // A poll that was under way may start jobs until it has ended.
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
      clearTimeout(timeout);
    },
  };
}

/** A pause that doubles with each failure and ends with a success. */
function createPause() {
  let failures = 0;
  let until = 0;
  return {
    isOver: () => performance.now() >= until,
    note(worked: boolean) {
      failures = worked ? 0 : failures + 1;
      until = worked ? 0 : performance.now() + Math.min(pollMs * 2 ** failures, longestPauseMs);
    },
  };
}

/** Enqueues the recurring jobs, and makes jobs due that a clock which was set back would delay. */
export async function reschedule(db: Database, handlers: JobHandlers, now: Date) {
  const time = now.getTime();
  const fromFuture = db.updateTable("jobs").set({ createdAt: time, runAt: time });
  await fromFuture.where("createdAt", ">", time + clockSkewMs).execute();
  for (const [kind, { everyMs }] of Object.entries(handlers)) {
    if (everyMs === undefined) continue;
    const times = { createdAt: time, runAt: time };
    await db
      .insertInto("jobs")
      .values({ kind, key: "recurring", payload: "null", ...times })
      .onConflict((conflict) =>
        conflict
          .columns(["kind", "key"])
          .doUpdateSet(times)
          .where("jobs.runAt", ">", time + everyMs + clockSkewMs),
      )
      .execute();
  }
}
