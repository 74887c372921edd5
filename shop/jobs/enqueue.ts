import type { Database } from "#database/connect.ts";
import type { ClaimedJob, JobKind, JobPayloads } from "./job-kinds.ts";

interface NewJob<Kind extends JobKind> {
  payload: JobPayloads[Kind];
  /** At most one job of a kind has this key. */
  key?: string;
  now: Date;
  /** Defaults to now. */
  runAt?: Date;
}

/**
 * Enqueues a job in the caller's transaction. The worker runs it within about a second of `runAt`. A job with the same key is
 * replaced: its new run starts after the current one has ended.
 */
export async function enqueue<Kind extends JobKind>(transaction: Database, kind: Kind, job: NewJob<Kind>) {
  const row = rowOf(kind, job);
  const { kind: _, key: __, ...fresh } = row;
  await transaction
    .insertInto("jobs")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["kind", "key"]).doUpdateSet({ ...fresh, attempts: 0, lastError: null, failedAt: null }),
    )
    .execute();
}

/** Enqueues a job that this process runs itself, at once. Others run it after the lease, in case this process dies. */
export async function enqueueClaimed<Kind extends JobKind>(
  transaction: Database,
  kind: Kind,
  { leaseMs, ...job }: NewJob<Kind> & { leaseMs: number },
): Promise<ClaimedJob<Kind>> {
  const leasedUntil = job.now.getTime() + leaseMs;
  const row = { ...rowOf(kind, job), attempts: 1, leasedUntil };
  const { id } = await transaction.insertInto("jobs").values(row).returning("id").executeTakeFirstOrThrow();
  const { key, createdAt, attempts } = row;
  return { id, kind, key, payload: job.payload, createdAt, attempts, leasedUntil };
}

/** Removes a job. One that is running ends, and isn't repeated. */
export async function cancelJob(transaction: Database, kind: JobKind, key: string) {
  await transaction.deleteFrom("jobs").where("kind", "=", kind).where("key", "=", key).execute();
}

function rowOf<Kind extends JobKind>(kind: Kind, { payload, key, now, runAt = now }: NewJob<Kind>) {
  const times = { createdAt: now.getTime(), runAt: runAt.getTime() };
  return { kind, key: key ?? null, payload: JSON.stringify(payload), ...times };
}
