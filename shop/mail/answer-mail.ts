import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

interface AnswerMail {
  /** What somebody had written to the shop. */
  message: { firstName: string; subject: string; message: string };
  answer: string;
  /** Where they can write again. */
  link: string;
  shopName: string;
}

/** Brings what the shop's owner answers to a message. */
export function answerMail({ message, answer, link, shopName }: AnswerMail): WrittenMail {
  const title = `Hello ${message.firstName}`;
  const quoted = `You wrote: “${message.message}”`;
  const subject = `Re: ${message.subject} (${shopName})`.replaceAll(/\s+/g, " ");
  return {
    subject,
    text: [title, answer, quoted, "Write to us again:", link].join("\n\n"),
    html: mailHtml({
      title,
      paragraphs: answer.split(/\n{2,}/),
      button: { label: "Write to us again", link },
      footnote: quoted,
    }),
    link,
  };
}
