import type { MailContent } from "./mail-content.ts";
import { mailText } from "./mail-text.ts";
import type { WrittenMail } from "./send-mail.ts";
import { mailHtml } from "./template/mail-html.tsx";

/** @param link the main one */
export function composeMail(subject: string, link: string, content: MailContent): WrittenMail {
  return { subject, text: mailText(content), html: mailHtml(content), link };
}
