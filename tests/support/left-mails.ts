import type { Database } from "#database/connect.ts";
import type { MailPayload } from "#shop/jobs/job-kinds.ts";
import { recordSentMail } from "#shop/mail/sent-mails.ts";

/** Leaves an email about an order as if it were sent. @returns its id in addresses */
export async function leaveSentMail(db: Database, orderNumber: string) {
  const html = `<!DOCTYPE html><html lang="en"><head><title>Order</title></head><body><p>Thank you.</p></body></html>`;
  const mail = { id: "1", to: "ada@example.com", subject: "Your order", text: "Thank you.", html, link: "" };
  await recordSentMail(db, { kind: "order", recipient: mail.to, orderNumber }, mail, new Date());
  const { id } = await db
    .selectFrom("sentMails")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Leaves an email that was given up. @returns its id in forms */
export async function leaveUnsentMail(db: Database, payload: MailPayload, lastError: string) {
  const now = Date.now();
  const job = { kind: "mail", payload: JSON.stringify(payload), createdAt: now, runAt: now, attempts: 12 };
  const jobs = db.insertInto("jobs").values({ ...job, failedAt: now, lastError });
  const { id } = await jobs.returning("id").executeTakeFirstOrThrow();
  return String(id);
}
