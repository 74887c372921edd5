import type { Database } from "#database/connect.ts";
import type { ContactForm } from "./contact-form.ts";

/** Keeps a message to the shop, for its owner to read. */
export async function saveContactMessage(db: Database, form: ContactForm, now: Date) {
  await db
    .insertInto("contactMessages")
    .values({ ...form, submittedAt: now.getTime() })
    .execute();
}

/** All messages to the shop, newest first. `submittedAt` is in milliseconds since 1970 (UTC). */
export async function readContactMessages(db: Database) {
  return db
    .selectFrom("contactMessages")
    .select(["firstName", "lastName", "email", "phoneNumber", "orderNumber", "subject", "message", "submittedAt"])
    .orderBy("submittedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
