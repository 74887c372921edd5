import type { Database } from "#database/connect.ts";
import type { ContactForm } from "./contact-form.ts";

export async function saveContactMessage(db: Database, form: ContactForm, now: Date) {
  await db
    .insertInto("contactMessages")
    .values({ ...form, submittedAt: now.getTime() })
    .execute();
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
