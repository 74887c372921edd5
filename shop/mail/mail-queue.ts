import type { Selectable } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { MailsTable } from "#database/schema.ts";
import { MailError } from "./mailer.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a process may take to send what it has claimed. Then others take it over, as it seems to have died. */
const claimLength = minute;
const claimedAtOnce = 10;
/** How long a mail waits after each failure; after the last of these, always as long. */
const pauses = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour];
const longestPause = 3 * hour;
const triedFor = 3 * day;
const keptFor = 30 * day;

const facts = ["id", "kind", "recipient", "orderNumber", "createdAt", "attempts", "dueAt"] as const;

/** A mail that waits in the queue. Moments are milliseconds since 1970 (UTC). */
export type QueuedMail = Pick<Selectable<MailsTable>, (typeof facts)[number]>;

interface NewMail extends Pick<MailsTable, "kind" | "recipient"> {
  /** The order that it confirms. */
  orderNumber?: string;
}

/** What came of a mail that a process has claimed: `MailError` or another one when it could not be sent. */
export type Outcome = { mail: QueuedMail; result: "done" | "untried" } | { mail: QueuedMail; error: unknown };

/** Queues a mail, in the transaction of what causes it. One of the shop's processes sends it, within about a second. */
export async function queueMail(db: Database, mail: NewMail, now: Date) {
  await insertMail(db, mail, now, 0).execute();
}

/** Queues a mail that the caller sends at once. Others take it over when this process dies before. */
export function queueClaimedMail(db: Database, mail: NewMail, now: Date): Promise<QueuedMail> {
  return insertMail(db, mail, now, claimLength).returning(facts).executeTakeFirstOrThrow();
}

function insertMail(db: Database, mail: NewMail, now: Date, wait: number) {
  const createdAt = now.getTime();
  return db.insertInto("mails").values({ ...mail, createdAt, dueAt: createdAt + wait });
}

const insertOrderMail = prepared<{ userId: string; orderNumber: string; now: number }>()((db, value) =>
  db.insertInto("mails").values((eb) => ({
    kind: "order",
    recipient: eb.selectFrom("customers").select("email").where("uid", "=", value("userId")).$asScalar().$notNull(),
    orderNumber: value("orderNumber"),
    createdAt: value("now"),
    dueAt: value("now"),
  })),
);

/** Queues the mail that confirms an order to its customer, in the transaction of the order. */
export async function queueOrderMail(db: Database, userId: string, orderNumber: string, now: Date) {
  await insertOrderMail(db, { userId, orderNumber, now: now.getTime() });
}

/** Claims some of the mails that are due, the longest due ones first. No two processes ever get the same. */
export async function claimDueMails(db: Database, now: Date): Promise<QueuedMail[]> {
  const time = now.getTime();
  const due = db.selectFrom("mails").select("id").where("dueAt", "<=", time);
  // Looking keeps nobody waiting, as writing does: mostly nothing is due.
  if (!(await due.limit(1).executeTakeFirst())) return [];
  const oldest = due.orderBy("dueAt").orderBy("id").limit(claimedAtOnce);
  const claimed = await db
    .with("due", () => (engineOf(db) === "postgres" ? oldest.forUpdate().skipLocked() : oldest))
    .updateTable("mails")
    .set({ dueAt: time + claimLength })
    .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
    .returning(facts)
    .execute();
  return claimed.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id);
}

/**
 * Notes what came of the mails that a process had claimed: those that failed are tried again later, or given up. A claim that has
 * ended meanwhile, because the process was held up, changes nothing but that a mail is done.
 */
export async function recordOutcomes(db: Database, outcomes: Outcome[], now: Date) {
  const time = now.getTime();
  const done = outcomes.flatMap((outcome) => ("error" in outcome || outcome.result !== "done" ? [] : outcome.mail.id));
  await db.transaction().execute(async (trx) => {
    if (done.length > 0) {
      await trx
        .updateTable("mails")
        .set((eb) => ({ attempts: eb("attempts", "+", 1), dueAt: null, lastError: null, doneAt: time }))
        .where("id", "in", done)
        .execute();
    }
    for (const outcome of outcomes) {
      const { mail } = outcome;
      if (done.includes(mail.id)) continue;
      const change = "error" in outcome ? failureOf(mail, outcome.error, time) : { dueAt: time };
      await trx.updateTable("mails").set(change).where("id", "=", mail.id).where("dueAt", "=", mail.dueAt).execute();
    }
  });
}

function failureOf(mail: QueuedMail, error: unknown, time: number) {
  const next = error instanceof MailError && error.refused ? null : nextTry(mail, time);
  return {
    attempts: mail.attempts + 1,
    lastError: error instanceof Error ? error.message : String(error),
    dueAt: next,
    givenUpAt: next ? null : time,
  };
}

/** When a mail that has failed once more is tried again; null when it has been tried for long enough. */
function nextTry({ createdAt, attempts }: QueuedMail, time: number) {
  const next = time + (pauses[attempts] ?? longestPause);
  return next <= createdAt + triedFor ? next : null;
}

/** Removes what has been done, or given up, for a month. */
export async function removeOldMails(db: Database, now: Date) {
  const limit = now.getTime() - keptFor;
  await db.deleteFrom("mails").where("doneAt", "<", limit).execute();
  await db.deleteFrom("mails").where("givenUpAt", "<", limit).execute();
}

/** The mails that wait and those that were given up, newest first; for the shop's owner. */
export function readUnsentMails(db: Database) {
  return db
    .selectFrom("mails")
    .select([...facts, "lastError", "givenUpAt"])
    .where((eb) => eb.or([eb("dueAt", "is not", null), eb("givenUpAt", "is not", null)]))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** How many mails wait to be sent, or to be tried again. */
export async function countWaitingMails(db: Database) {
  const { waiting } = await db
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("dueAt", "is not", null)
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Makes every mail due that waits for its next try or was given up. @returns how many these are */
export async function retryMails(db: Database, now: Date) {
  const time = now.getTime();
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ dueAt: time, givenUpAt: null })
    // What is due this soon may be in the hands of a process that sends it now.
    .where((eb) => eb.or([eb("dueAt", ">", time + 2 * claimLength), eb("givenUpAt", "is not", null)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
