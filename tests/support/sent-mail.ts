import type { Database } from "#database/connect.ts";
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
