import { tracingChannel } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import { claimDueJob, leaseMs, type Outcome, renewLease, saveOutcome, saveOutcomeAndClaim } from "./claim-job.ts";
import { pauseAfter } from "./give-way.ts";
import type { ClaimedJob, JobHandler, JobHandlers, JobKind } from "./job-kinds.ts";

/** What running jobs takes. */
export interface JobContext {
  db: Database;
  now: () => Date;
  log: (message: string, error: unknown) => void;
  handlers: JobHandlers;
}

/** A run of a job, as metrics and traces see it. */
export interface JobRun {
  job: ClaimedJob;
  /** Once it is over. */
  outcome?: Outcome;
}

/** Published around each run of a job. */
export const jobRuns = tracingChannel<JobRun>("torg:job");

/** Runs a claimed job and saves its outcome. @returns what became of it */
export async function runJob<Kind extends JobKind>(context: JobContext, job: ClaimedJob<Kind>, signal: AbortSignal) {
  const { outcome } = await attempt(context, job, signal);
  await saveOutcome(context.db, job, outcome, context.now());
  return { state: outcome.state };
}

/** @returns what became of a job, and whether the next one of its kind would fail too */
async function attempt<Kind extends JobKind>(context: JobContext, job: ClaimedJob<Kind>, signal: AbortSignal) {
  const handler: JobHandler<Kind> = context.handlers[job.kind];
  const lease = holdLease(context, job);
  const run: JobRun = { job };
  const outcome = await jobRuns.tracePromise(async () => {
    run.outcome = await tryToRun(context, handler, job, AbortSignal.any([signal, lease.lost]));
    return run.outcome;
  }, run);
  lease.stopRenewing();
  return { outcome, isStuck: outcome.state === "failed" && !handler.isAboutOneJob?.(outcome.error) };
}

/** Renews a job's lease while it runs. A process that was held up for too long learns that it has lost it. */
function holdLease({ db, log }: JobContext, job: ClaimedJob) {
  const loss = new AbortController();
  const renew = () =>
    renewLease(db, job).then(
      (isHeld) => isHeld || loss.abort(),
      (error) => log("The lease of a job was not renewed", error),
    );
  const renewing = setInterval(renew, leaseMs / 3);
  return { lost: loss.signal, stopRenewing: () => clearInterval(renewing) };
}

async function tryToRun<Kind extends JobKind>(
  { now, log }: JobContext,
  handler: JobHandler<Kind>,
  job: ClaimedJob<Kind>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const next = await handler.run(job, signal);
    if (next) return { state: "again", runAt: next.runAt.getTime() };
    if (handler.everyMs === undefined) return { state: "done" };
    return { state: "again", runAt: now().getTime() + handler.everyMs };
  } catch (error) {
    if (signal.aborted) return { state: "released" };
    log(handler.failureMessage(job.payload), error);
    const runAt = handler.isPermanent?.(error) ? null : nextTry(handler, job, now());
    if (runAt === null) await handler.onFinalFailure?.(job.payload);
    return { state: "failed", error, runAt };
  }
}

/** When to try a job again that has failed; null to give up. */
function nextTry<Kind extends JobKind>(
  { retryDelays, retryForMs, everyMs }: JobHandler<Kind>,
  { attempts, createdAt }: ClaimedJob,
  now: Date,
) {
  const delay = retryDelays[attempts - 1] ?? everyMs ?? (retryForMs === undefined ? undefined : retryDelays.at(-1));
  if (delay === undefined) return null;
  const next = now.getTime() + delay;
  return retryForMs !== undefined && next > createdAt + retryForMs ? null : next;
}

/**
 * Runs the due jobs of a kind, one after the other, until none is due. Each outcome is saved before the next job runs, so that a crash repeats no
 * other one.
 *
 * @returns false when jobs of this kind can't work at all for now
 */
export async function runDueJobs<Kind extends JobKind>(
  context: JobContext,
  kind: Kind,
  { shutdownSignal, abort }: { shutdownSignal?: AbortSignal; abort?: AbortSignal } = {},
) {
  const { db, now } = context;
  let next: ClaimedJob<Kind> | undefined;
  while (next || !shutdownSignal?.aborted) {
    const job = next ?? (await claimDueJob(db, kind, now()));
    if (!job) return true;
    const started = performance.now();
    const { outcome, isStuck } = await attempt(context, job, abort ?? new AbortController().signal);
    const pauseMs = pauseAfter(performance.now() - started);
    if (isStuck || pauseMs > 0 || shutdownSignal?.aborted) {
      next = undefined;
      await saveOutcome(db, job, outcome, now());
      if (isStuck) return false;
      await sleep(pauseMs, undefined, { ref: false, signal: shutdownSignal }).catch(() => {});
    } else {
      next = await saveOutcomeAndClaim(db, job, outcome, now());
      if (!next) return true;
    }
  }
  return true;
}
