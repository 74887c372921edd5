import { type Selectable, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import type { MailsTable } from "#database/schema.ts";
import { logChange } from "../owners/change-log.ts";
import { MailError } from "./mail-error.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a process may take to send the mail that it has claimed. Then others take it over, as it seems to have died. */
const claimLength = minute;
/** How long a mail waits after each failure; after the last of these, always as long. */
const pauses = [10 * second, 30 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour];
const longestPause = 3 * hour;
const triedFor = 3 * day;
const keptFor = 30 * day;

const facts = [
  "id",
  "kind",
  "recipient",
  "orderNumber",
  "orderEvent",
  "alertId",
  "answerId",
  "createdAt",
  "attempts",
  "dueAt",
] as const;

/** A mail that waits in the queue. Moments are milliseconds since 1970 (UTC). */
export type QueuedMail = Pick<Selectable<MailsTable>, (typeof facts)[number]>;

/** Sends the mails that the shop's functions queue. */
export interface MailSender {
  /** Sends whatever is due, now and every second, until `stop`. */
  start: () => void;
  /** Tries to send a mail that was queued as claimed. @returns whether it was handed on in time */
  sendAtOnce: (mail: QueuedMail, timeoutMs: number) => Promise<boolean>;
  /** Lets the mails in hand end, for a short time; the others stay queued. */
  stop: () => Promise<void>;
}

interface NewMail extends Pick<MailsTable, "kind" | "recipient"> {
  /** The order that it confirms. */
  orderNumber?: string;
  /** The position of the order's event that it tells of. */
  orderEvent?: number;
  /** The wish to be told of a product that it is about. */
  alertId?: string;
  /** The answer to a message that it brings. */
  answerId?: string;
}

/** What came of a mail that a process has claimed: `MailError` or another one when it could not be sent. */
export type Outcome = { result: "done" | "untried" } | { error: unknown };

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

/** Claims the mail that has been due for longest. No two processes ever get the same. @returns undefined when none is due */
export async function claimDueMail(db: Database, now: Date): Promise<QueuedMail | undefined> {
  const time = now.getTime();
  const due = db.selectFrom("mails").select("id").where("dueAt", "<=", time).limit(1);
  // Looking keeps nobody waiting, as writing does: mostly nothing is due.
  if (!(await due.executeTakeFirst())) return undefined;
  const oldest = due.orderBy("dueAt").orderBy("id");
  return db
    .with("due", () => (engineOf(db) === "postgres" ? oldest.forUpdate().skipLocked() : oldest))
    .updateTable("mails")
    .set({ dueAt: time + claimLength })
    .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
    .returning(facts)
    .executeTakeFirst();
}

/**
 * Notes what came of the mail that a process had claimed: one that failed is tried again later, or given up. A claim that has ended
 * meanwhile, because the process was held up, changes nothing but that a mail is done.
 */
export async function recordOutcome(db: Database, mail: QueuedMail, outcome: Outcome, now: Date) {
  const time = now.getTime();
  const update = db.updateTable("mails").where("id", "=", mail.id);
  if ("result" in outcome && outcome.result === "done") {
    await update
      .set((eb) => ({ attempts: eb("attempts", "+", 1), dueAt: null, lastError: null, doneAt: time }))
      .execute();
  } else {
    const change = "error" in outcome ? failureOf(mail, outcome.error, time) : { dueAt: time };
    await update.set(change).where("dueAt", "=", mail.dueAt).execute();
  }
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

/** Removes the resets for a recipient that are still to be sent. */
export async function dropResetMails(db: Database, recipient: string) {
  const resets = db.deleteFrom("mails").where("kind", "=", "reset").where("recipient", "=", recipient);
  await resets.where("dueAt", "is not", null).execute();
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

/** Which mails an owner looks for, of those that wait or were given up. */
export interface UnsentMailSearch {
  /** A part of the recipient's email, or an order's number. */
  text?: string | undefined;
  state: "waiting" | "givenUp" | "all";
  /** The id that the page before ended with. */
  after?: number | undefined;
  limit: number;
}

/**
 * One part of the mails that wait or were given up, newest first.
 *
 * @returns the mails, and the id behind which the list goes on; undefined at its end
 */
export async function findUnsentMails(db: Database, { text = "", state, after, limit }: UnsentMailSearch) {
  const position = engineOf(db) === "postgres" ? sql`strpos` : sql`instr`;
  const part = text.trim().toLowerCase();
  const found = await db
    .selectFrom("mails")
    .leftJoin("messageAnswers", "messageAnswers.id", "mails.answerId")
    .select(["mails.id", "kind", "recipient", "orderNumber", "mails.createdAt", "attempts", "dueAt", "lastError"])
    .select(["givenUpAt", "messageId"])
    .where("mails.id", "in", idsOfUnsent(db, state))
    .$if(part !== "", (query) =>
      query.where((eb) =>
        eb.or([sql<SqlBool>`${position}(lower(recipient), ${part}) > 0`, eb("orderNumber", "=", part.toUpperCase())]),
      ),
    )
    .$if(after !== undefined, (query) => query.where("mails.id", "<", after ?? 0))
    // By no index: those that wait are few, and are looked up and sorted sooner than all mails are read from the newest on.
    .orderBy(sql`${sql.ref("mails.id")} + 0`, "desc")
    .limit(limit + 1)
    .execute();
  const mails = found.slice(0, limit);
  return { mails, next: found.length > limit ? mails.at(-1)?.id : undefined };
}

/** Reads the two small indexes, and not all mails of the last month. */
function idsOfUnsent(db: Database, state: UnsentMailSearch["state"]) {
  const waiting = db.selectFrom("mails").select("id").where("dueAt", "is not", null);
  const givenUp = db.selectFrom("mails").select("id").where("givenUpAt", "is not", null);
  return { waiting, givenUp, all: waiting.unionAll(givenUp) }[state];
}

/**
 * Makes every mail due, or one, that waits for its next try or was given up; the log says so.
 *
 * @param mailId undefined means all
 * @returns how many these are
 */
export function retryMails(
  { db, now }: { db: Database; now: () => Date },
  { actor, mailId }: { actor: string; mailId?: number },
) {
  return db.transaction().execute(async (trx) => {
    const time = now().getTime();
    let update = trx
      .updateTable("mails")
      .set({ dueAt: time, givenUpAt: null })
      // What is due this soon may be in the hands of a process that sends it now.
      .where((eb) => eb.or([eb("dueAt", ">", time + 2 * claimLength), eb("givenUpAt", "is not", null)]));
    if (mailId !== undefined) update = update.where("id", "=", mailId);
    const retried = Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
    const subject = mailId === undefined ? `${retried} of them` : String(mailId);
    if (retried > 0) await logChange(trx, { actor, kind: "mail", subject, action: "tried again" }, now());
    return retried;
  });
}
