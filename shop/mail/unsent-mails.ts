import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { JobsTable } from "#database/schema.ts";
import { logChange } from "../changes/change-log.ts";
import { isFree, payloadField } from "../jobs/claim-job.ts";
import type { MailPayload } from "../jobs/job-kinds.ts";
import { isAbout } from "../jobs/mail-queue.ts";
import { foldText } from "../text/fold-text.ts";

/** A mail that waits or has failed. Times are milliseconds since 1970 (UTC). */
export interface UnsentMail extends MailPayload {
  id: number;
  createdAt: number;
  attempts: number;
  /** When it is tried next; null once it has failed. */
  runAt: number | null;
  lastError: string | null;
  failedAt: number | null;
}

/** Which unsent mails an owner looks for. */
export interface UnsentMailSearch {
  /** A part of the recipient's email, or an order number. */
  text?: string | undefined;
  state: "waiting" | "givenUp" | "all";
  /** The last id of the previous page. */
  after?: number | undefined;
  limit: number;
}

/** All mails that wait or have failed, newest first. */
export async function readUnsentMails(db: Database): Promise<UnsentMail[]> {
  const jobs = await mailJobs(db).selectAll().orderBy("createdAt", "desc").orderBy("id", "desc").execute();
  return jobs.map(mailOf);
}

/**
 * One page of the mails that wait or have failed, newest first.
 *
 * @returns the mails, with the contact message that an answer belongs to, and the last id if more follow
 */
export async function findUnsentMails(db: Database, { text = "", state, after, limit }: UnsentMailSearch) {
  const wanted = mailJobs(db)
    .$if(state !== "all", (query) => query.where("failedAt", state === "waiting" ? "is" : "is not", null))
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc");
  const ids = text.trim() === "" ? undefined : await findMailIds(db, wanted, text.trim());
  const found = await wanted
    .selectAll()
    .$if(ids !== undefined, (query) => query.where("id", "in", [0, ...(ids ?? []).slice(0, limit + 1)]))
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit).map(mailOf);
  const messageIds = await readMessageIds(db, page);
  const mails = page.map((mail) => ({ ...mail, messageId: messageIds.get(mail.answerId ?? "") ?? null }));
  return { mails, next: found.length > limit ? page.at(-1)?.id : undefined };
}

/** The mails of some kinds about orders (by number) and withdrawals (by id) that wait or have failed, newest first. */
export async function readUnsentMailsAbout(db: Database, subjects: string[], kinds: readonly MailPayload["kind"][]) {
  const jobs = db.selectFrom("jobs").selectAll().where(isAbout(db, subjects));
  const mails = (await jobs.orderBy("id", "desc").execute()).map(mailOf);
  return mails.filter(({ kind }) => kinds.includes(kind));
}

/** The mails that have failed at least once and aren't sent yet. */
export function selectFailedMails(db: Database) {
  return mailJobs(db).select("id").where("lastError", "is not", null);
}

/**
 * Retries one unsent mail now, or all, except those that are due or being sent, and writes it to the change log.
 *
 * @param mailId all when undefined
 * @returns how many mails are retried
 */
export function retryMails(
  { db, now }: { db: Database; now: () => Date },
  { actor, mailId }: { actor: string; mailId?: number | undefined },
) {
  return db.transaction().execute(async (trx) => {
    const time = now().getTime();
    let update = trx
      .updateTable("jobs")
      .set({ runAt: time, failedAt: null })
      .where("kind", "=", "mail")
      .where(isFree(trx))
      .where((eb) => eb.or([eb("runAt", ">", time), eb("failedAt", "is not", null)]));
    if (mailId !== undefined) update = update.where("id", "=", mailId);
    const retried = Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
    const subject = mailId === undefined ? `all (${retried})` : String(mailId);
    if (retried > 0) await logChange(trx, { actor, kind: "mail", subject, action: "retried" }, now());
    return retried;
  });
}

function mailJobs(db: Database) {
  return db.selectFrom("jobs").where("kind", "=", "mail");
}

function mailOf({ id, payload, createdAt, attempts, runAt, lastError, failedAt }: Selectable<JobsTable>): UnsentMail {
  const mail: MailPayload = JSON.parse(payload);
  return { id, ...mail, createdAt, attempts, runAt: failedAt === null ? runAt : null, lastError, failedAt };
}

/** The ids of those mails whose recipient has the text in it, or whose order has that number. */
async function findMailIds(db: Database, mails: ReturnType<typeof mailJobs>, text: string) {
  const part = foldText(text);
  const fields = [payloadField(db, "recipient").as("recipient"), payloadField(db, "orderNumber").as("orderNumber")];
  const found = await mails.select("id").select(fields).execute();
  return found
    .filter(
      ({ recipient, orderNumber }) => foldText(recipient ?? "").includes(part) || orderNumber === text.toUpperCase(),
    )
    .map(({ id }) => id);
}

async function readMessageIds(db: Database, mails: UnsentMail[]) {
  const ids = mails.flatMap(({ answerId }) => answerId ?? []);
  if (ids.length === 0) return new Map<string, number>();
  const answers = await db.selectFrom("messageAnswers").select(["id", "messageId"]).where("id", "in", ids).execute();
  return new Map(answers.map(({ id, messageId }) => [id, messageId]));
}
