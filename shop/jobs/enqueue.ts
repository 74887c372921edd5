import { channel } from "node:diagnostics_channel";
import type { Database } from "#database/connect.ts";
import { newLease } from "./claim-job.ts";
import type { ClaimedJob, JobKind, JobPayloads } from "./job-kinds.ts";

interface NewJob<Kind extends JobKind> {
  payload: JobPayloads[Kind];
  /** At most one job of a kind has this key. */
  key?: string;
  now: Date;
  /** Defaults to now. */
  runAt?: Date;
}

/** Where a job comes from, as a request's `traceparent` says it (https://www.w3.org/TR/trace-context/). It is kept with the payload. */
export interface JobOrigin {
  traceparent?: string;
}

/** Published before a job is saved. Traces fill in its origin. */
export const jobsEnqueued = channel<JobOrigin>("torg:enqueue");

/** The origin of a job that is enqueued now; empty without traces. */
export function readOrigin(): JobOrigin {
  const origin: JobOrigin = {};
  jobsEnqueued.publish(origin);
  return origin;
}

/**
 * Enqueues a job in the caller's transaction. The worker runs it within about a second of `runAt`. A job with the same key is
 * replaced: its new run starts after the current one has ended. See docs/decisions/0123.
 */
export async function enqueue<Kind extends JobKind>(transaction: Database, kind: Kind, job: NewJob<Kind>) {
  const row = rowOf(kind, job);
  const { kind: _, key: __, ...fresh } = row;
  await transaction
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["kind", "key"]).doUpdateSet((eb) => ({
        ...{ ...fresh, attempts: 0, lastError: null, failedAt: null },
        revision: eb("jobs.revision", "+", 1),
      })),
    )
    .execute();
}

/** Enqueues a job that this process runs itself, at once. If the process dies, others run it once the lease has ended. */
export async function enqueueClaimed<Kind extends JobKind>(
  transaction: Database,
  kind: Kind,
  job: NewJob<Kind>,
): Promise<ClaimedJob<Kind>> {
  const row = { ...rowOf(kind, job), ...newLease(transaction), attempts: 1, revision: 0 };
  const { id } = await transaction.insertInto("jobs").values(row).returning("id").executeTakeFirstOrThrow();
  const { key, createdAt, attempts, leasedBy, revision } = row;
  return { id, kind, key, payload: job.payload, createdAt, attempts, leasedBy, revision };
}

/** Removes a job. One that is running ends, and isn't repeated. */
export async function cancelJob(transaction: Database, kind: JobKind, key: string) {
  await transaction.deleteFrom("jobs").where("kind", "=", kind).where("key", "=", key).execute();
}

function rowOf<Kind extends JobKind>(kind: Kind, { payload, key, now, runAt = now }: NewJob<Kind>) {
  const times = { createdAt: now.getTime(), runAt: runAt.getTime() };
  const origin = readOrigin();
  return { kind, key: key ?? null, payload: JSON.stringify(payload && { ...payload, ...origin }), ...times };
}
