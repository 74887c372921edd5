import type { Database } from "#database/connect.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import { foldText } from "../text/fold-text.ts";
import type { ContactForm } from "./contact-form.ts";

/** @param recipient the owner's email, to notify them */
export async function saveContactMessage(db: Database, form: ContactForm, now: Date, recipient?: string) {
  if (!recipient) {
    await insertMessage(db, form, now);
    return;
  }
  await db.transaction().execute(async (trx) => {
    const { id: messageId } = await insertMessage(trx, form, now);
    await queueMail(trx, { kind: "newMessage", recipient, messageId }, now);
  });
}

function insertMessage(db: Database, form: ContactForm, now: Date) {
  const insert = db
    .insertInto("contactMessages")
    .values({ ...form, searchKey: searchKeyOf(form), submittedAt: now.getTime() });
  return insert.returning("id").executeTakeFirstOrThrow();
}

function searchKeyOf({ firstName, lastName, email, subject, orderNumber }: ContactForm) {
  return foldText([firstName, lastName, email, subject, orderNumber ?? ""].join(" "));
}

/** Newest first. `submittedAt` is in milliseconds since 1970 (UTC). */
export async function readContactMessages(db: Database) {
  return db
    .selectFrom("contactMessages")
    .select(["firstName", "lastName", "email", "phoneNumber", "orderNumber", "subject", "message", "submittedAt"])
    .orderBy("submittedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
