import type { Database } from "#database/connect.ts";
import { queueMail } from "../mail/mail-queue.ts";
import { changedFields, logChange } from "../owners/change-log.ts";
import type { Shop } from "../shop.ts";

/** Characters of an answer. */
export const answerLimit = 5000;

/** Somebody else has answered since the message was read. */
export class AnsweredMeanwhileError extends Error {
  override name = "AnsweredMeanwhileError";
  constructor(actor: string) {
    super(`${actor} has answered meanwhile. Read that answer first; yours is not sent yet.`);
  }
}

/** What an owner writes to whoever sent a message. */
interface NewAnswer {
  /** The owner's email. */
  actor: string;
  text: string;
  /** How many answers there were when the owner read the message. */
  seenAnswers: number;
}

/**
 * Answers a message by mail, which makes it done. The same answer that is sent once more, by a second press, stays one.
 *
 * @returns false when there is no such message
 * @throws AnsweredMeanwhileError
 */
export async function answerMessage(
  { db, now }: Pick<Shop, "db" | "now">,
  messageId: number,
  { actor, text, seenAnswers }: NewAnswer,
) {
  return db.transaction().execute(async (trx) => {
    const time = now();
    // First of all, so that whoever answers at the same time waits for this answer, and then finds it.
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
    if (last && answers.length !== seenAnswers) throw new AnsweredMeanwhileError(last.actor);
    const answerId = crypto.randomUUID();
    const answer = { id: answerId, messageId, actor, text, createdAt: time.getTime() };
    await trx.insertInto("messageAnswers").values(answer).execute();
    await queueMail(trx, { kind: "messageAnswer", recipient: message.email, answerId }, time);
    await logChange(trx, { actor, kind: "message", subject: String(messageId), action: "answered" }, time);
    return true;
  });
}

/** Marks a message as done, or opens it again. @returns false when there is no such message */
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
    const action = isDone ? "marked as done" : "opened again";
    await logChange(trx, { actor, kind: "message", subject: String(messageId), action, fields }, time);
    return true;
  });
}

async function hasMessage(db: Database, messageId: number) {
  const message = db.selectFrom("contactMessages").select("id").where("id", "=", messageId);
  return (await message.executeTakeFirst()) !== undefined;
}

/** The answers to a message, oldest first. `createdAt` is in milliseconds since 1970 (UTC). */
export function readAnswers(db: Database, messageId: number) {
  return db
    .selectFrom("messageAnswers")
    .select(["id", "actor", "text", "createdAt"])
    .where("messageId", "=", messageId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** An answer with the message that it is for. */
export function readAnswer(db: Database, answerId: string) {
  return db
    .selectFrom("messageAnswers")
    .innerJoin("contactMessages", "contactMessages.id", "messageAnswers.messageId")
    .select(["firstName", "subject", "message", "text"])
    .where("messageAnswers.id", "=", answerId)
    .executeTakeFirst();
}
