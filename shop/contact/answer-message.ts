import type { Database } from "#database/connect.ts";
import { changedFields, logChange } from "../changes/change-log.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";

/** Characters. */
export const answerLimit = 5000;

/** Someone else answered after the message was read. */
export class AlreadyAnsweredError extends Error {
  override name = "AlreadyAnsweredError";
  constructor(actor: string) {
    super(`${actor} answered while you were writing. Read their answer first. Yours hasn't been sent.`);
  }
}

interface NewAnswer {
  /** The email of the owner or staff member. */
  actor: string;
  text: string;
  /** How many answers the message had when the actor read it. */
  seenAnswers: number;
}

/**
 * Answers a message by email and marks it as done. A repeated submit of the same answer sends nothing more.
 *
 * @returns false when the message doesn't exist
 * @throws AlreadyAnsweredError
 */
export async function answerMessage(
  { db, now }: Pick<Shop, "db" | "now">,
  messageId: number,
  { actor, text, seenAnswers }: NewAnswer,
) {
  return db.transaction().execute(async (trx) => {
    const time = now();
    // This update comes first: it locks the row, so that concurrent answers see this one.
    const message = await trx
      .updateTable("contactMessages")
      .set({ doneAt: time.getTime() })
      .where("id", "=", messageId)
      .returning("email")
      .executeTakeFirst();
    if (!message) return false;
    const answers = await readAnswers(trx, messageId);
    const last = answers.at(-1);
    if (last && answers.length === seenAnswers + 1 && last.actor === actor && last.text === text) return true;
    if (last && answers.length !== seenAnswers) throw new AlreadyAnsweredError(last.actor);
    const answerId = crypto.randomUUID();
    const answer = { id: answerId, messageId, actor, text, createdAt: time.getTime() };
    await trx.insertInto("messageAnswers").values(answer).execute();
    await queueMail(trx, { kind: "messageAnswer", recipient: message.email, answerId }, time);
    await logChange(trx, { actor, kind: "message", subject: String(messageId), action: "replied to" }, time);
    return true;
  });
}

/** @returns false when the message doesn't exist */
export async function setMessageDone(
  { db, now }: Pick<Shop, "db" | "now">,
  messageId: number,
  { actor, isDone }: { actor: string; isDone: boolean },
) {
  return db.transaction().execute(async (trx) => {
    const time = now();
    const changed = await trx
      .updateTable("contactMessages")
      .set({ doneAt: isDone ? time.getTime() : null })
      .where("id", "=", messageId)
      .where("doneAt", isDone ? "is" : "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!changed) return hasMessage(trx, messageId);
    const fields = changedFields({ done: !isDone }, { done: isDone });
    const action = isDone ? "marked as done" : "reopened";
    await logChange(trx, { actor, kind: "message", subject: String(messageId), action, fields }, time);
    return true;
  });
}

async function hasMessage(db: Database, messageId: number) {
  const message = db.selectFrom("contactMessages").select("id").where("id", "=", messageId);
  return (await message.executeTakeFirst()) !== undefined;
}

/** Oldest first. `createdAt` is in milliseconds since 1970 (UTC). */
export function readAnswers(db: Database, messageId: number) {
  return db
    .selectFrom("messageAnswers")
    .select(["id", "actor", "text", "createdAt"])
    .where("messageId", "=", messageId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

export function readAnswer(db: Database, answerId: string) {
  return db
    .selectFrom("messageAnswers")
    .innerJoin("contactMessages", "contactMessages.id", "messageAnswers.messageId")
    .select(["firstName", "subject", "message", "text"])
    .where("messageAnswers.id", "=", answerId)
    .executeTakeFirst();
}
