import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, sql, type UpdateObject } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { leaseEnd, leaseHasEnded } from "#database/database-time.ts";
import { prepared } from "#database/prepared.ts";
import type { JobsTable, Schema } from "#database/schema.ts";
import type { ClaimedJob, JobKind } from "./job-kinds.ts";

/**
 * How long a claimed job belongs to its process, which renews the lease while it works. A killed process blocks a job for no longer. See docs/decisions/0160.
 */
export const leaseMs = 60_000;

/** What became of a job. `released` means that this process couldn't finish it. */
export type Outcome =
  | { state: "done" }
  | { state: "again"; runAt: number }
  | { state: "released" }
  | { state: "failed"; error: unknown; runAt: number | null };

/** The kinds that have a job to run, out of those given. One query, however many jobs wait. */
export async function findDueKinds(db: Database, kinds: JobKind[], now: Date) {
  const [first, ...others] = kinds.map((kind) =>
    db
      .selectFrom(
        db
          .selectFrom("jobs")
          .select("kind")
          .where(isDue(db, kind, now.getTime()))
          .limit(1)
          .as("due"),
      )
      .select("kind"),
  );
  const rows = await first?.$call((query) => others.reduce((all, other) => all.unionAll(other), query)).execute();
  return (rows ?? []).map(({ kind }) => kind as JobKind);
}

/** Claims the job of a kind that has been due for longest. No two processes get the same one. */
export async function claimDueJob<Kind extends JobKind>(db: Database, kind: Kind, now: Date) {
  const { leasedBy } = newLease(db);
  const [row] = await claimDue(db, { kind, time: now.getTime(), leasedBy });
  return toClaimed<Kind>(row);
}

const claimDue = prepared<{ kind: JobKind; time: number; leasedBy: string }>()((db, value) => {
  const due = selectIds(db).where(isDue(db, value("kind"), value("time")));
  return claim(db, due.orderBy("runAt").orderBy("id"), value("leasedBy"));
});

/** Claims the job with a key, due or not. @returns undefined when there is none or another process runs it */
export async function claimJobByKey<Kind extends JobKind>(db: Database, kind: Kind, key: string) {
  const job = selectIds(db).where("kind", "=", kind).where("key", "=", key);
  const free = job.where("failedAt", "is", null).where(isFree(db));
  return toClaimed<Kind>(await claim(db, free, newLease(db).leasedBy).executeTakeFirst());
}

/** The columns of a new lease. Its name begins with the process. */
export function newLease(db: Database) {
  return { leasedBy: `${process.pid}-${randomUUID()}`, leasedUntil: leaseEnd(db, leaseMs) };
}

function claim(db: Database, query: ReturnType<typeof selectIds>, leasedBy: string) {
  const found = query.limit(1);
  return db
    .with("found", () => (engineOf(db) === "postgres" ? found.forUpdate().skipLocked() : found))
    .updateTable("jobs")
    .set((eb) => ({ leasedBy, leasedUntil: leaseEnd(db, leaseMs), attempts: eb("attempts", "+", 1) }))
    .where("id", "in", (eb) => eb.selectFrom("found").select("id"))
    .returning(["id", "key", "kind", "payload", "createdAt", "attempts", "leasedBy", "revision"]);
}

function toClaimed<Kind extends JobKind>(row: { payload: string } | undefined) {
  return row && ({ ...row, payload: JSON.parse(row.payload) } as ClaimedJob<Kind>);
}

const selectIds = (db: Database) => db.selectFrom("jobs").select("id");

type Builder = ExpressionBuilder<Schema, "jobs">;

function isDue(db: Database, kind: JobKind, time: number) {
  return (eb: Builder) =>
    eb.and([eb("kind", "=", kind), eb("failedAt", "is", null), eb("runAt", "<=", time), isFree(db)(eb)]);
}

/** Whether no process holds a job. */
export function isFree(db: Database) {
  return (eb: Builder) => eb.or([eb("leasedUntil", "is", null), leaseHasEnded(db, leaseMs)]);
}

/** Renews a lease. @returns whether the job was still this process's */
export async function renewLease(db: Database, { id, leasedBy }: ClaimedJob) {
  const held = db.updateTable("jobs").where("id", "=", id).where("leasedBy", "=", leasedBy);
  const { numUpdatedRows } = await held.set({ leasedUntil: leaseEnd(db, leaseMs) }).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Saves what became of a claimed job. A process that has lost its lease saves nothing, except that the job is done. A job that was enqueued
 * again while it ran stays, and is due.
 */
export async function saveOutcome(db: Database, job: ClaimedJob, outcome: Outcome, now: Date) {
  const { id, leasedBy, revision } = job;
  if (outcome.state === "done") {
    const deleted = await deleteDone(db, { id, revision });
    if (deleted.length > 0) return;
  }
  const own = db
    .updateTable("jobs")
    .set({ leasedUntil: null, leasedBy: null })
    .where("id", "=", id)
    .where("leasedBy", "=", leasedBy);
  if (outcome.state !== "done") {
    const change = own.set(changeOf(job, outcome, now)).where("revision", "=", revision);
    if ((await change.executeTakeFirstOrThrow()).numUpdatedRows > 0n) return;
  }
  await own.execute();
}

const deleteDone = prepared<Pick<ClaimedJob, "id" | "revision">>()((db, value) =>
  db.deleteFrom("jobs").where("id", "=", value("id")).where("revision", "=", value("revision")).returning("id"),
);

/** Saves what became of a job, and claims the next one of its kind, in one transaction: both wait for the disk once. */
export function saveOutcomeAndClaim<Kind extends JobKind>(
  db: Database,
  job: ClaimedJob<Kind>,
  outcome: Outcome,
  now: Date,
) {
  return db.transaction().execute(async (trx) => {
    await saveOutcome(trx, job, outcome, now);
    return claimDueJob(trx, job.kind, now);
  });
}

function changeOf({ attempts }: ClaimedJob, outcome: Exclude<Outcome, { state: "done" }>, now: Date): Change {
  if (outcome.state === "again") return { runAt: outcome.runAt, attempts: 0, lastError: null };
  if (outcome.state === "released") return { attempts: attempts - 1 };
  const { error, runAt } = outcome;
  const lastError = error instanceof Error ? error.message : String(error);
  return runAt === null ? { lastError, failedAt: now.getTime() } : { lastError, runAt };
}

type Change = UpdateObject<{ jobs: JobsTable }, "jobs">;

/** A field of a job's payload, as text in a query. */
export function payloadField(db: Database, field: string) {
  const payload = engineOf(db) === "postgres" ? sql`cast(payload as json)` : sql.ref("payload");
  return sql<string | null>`(${payload} ->> ${sql.lit(field)})`;
}

const failuresKeptMs = 30 * 24 * 60 * 60_000;

/** Removes jobs that failed more than a month ago. */
export async function removeOldFailures(db: Database, now: Date) {
  await db
    .deleteFrom("jobs")
    .where("failedAt", "<", now.getTime() - failuresKeptMs)
    .execute();
}
