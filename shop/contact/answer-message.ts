import type { Database } from "#database/connect.ts";
import { queueMail } from "../mail/mail-queue.ts";
import { logChange } from "../owners/change-log.ts";
import type { Shop } from "../shop.ts";

/** Answers a message by mail, which makes it done. @returns false when there is no such message */
export async function answerMessage(
  { db, now }: Pick<Shop, "db" | "now">,
  messageId: number,
  { actor, text }: { actor: string; text: string },
) {
  return db.transaction().execute(async (trx) => {
    const time = now();
    const message = await trx
      .updateTable("contactMessages")
      .set({ doneAt: time.getTime() })
      .where("id", "=", messageId)
      .returning("email")
      .executeTakeFirst();
    if (!message) return false;
    const answerId = crypto.randomUUID();
    const answer = { id: answerId, messageId, actor, text, createdAt: time.getTime() };
    await trx.insertInto("messageAnswers").values(answer).execute();
    await queueMail(trx, { kind: "messageAnswer", recipient: message.email, answerId }, time);
    await logChange(trx, { actor, kind: "message", subject: String(messageId), action: "answered" }, time);
    return true;
  });
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
