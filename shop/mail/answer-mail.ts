import { mailHtml } from "./mail-html.ts";
import type { MailShop } from "./mail-shop.ts";
import type { WrittenMail } from "./mailer.ts";

interface AnswerMail {
  message: { firstName: string; subject: string; message: string };
  answer: string;
  /** The contact page. */
  link: string;
  shop: MailShop;
}

/** The owner's answer to a contact message. */
export function answerMail({ message, answer, link, shop }: AnswerMail): WrittenMail {
  const title = `Hi ${message.firstName}`;
  const quoted = `You wrote: “${message.message}”`;
  const subject = `Re: ${message.subject} (${shop.name})`.replaceAll(/\s+/g, " ");
  return {
    subject,
    text: [title, answer, quoted, "Contact us again:", link].join("\n\n"),
    html: mailHtml({
      shop,
      title,
      paragraphs: answer.split(/\n{2,}/),
      button: { label: "Contact us again", link },
      footnote: quoted,
    }),
    link,
  };
}
