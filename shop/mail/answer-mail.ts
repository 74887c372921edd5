import { composeMail } from "./compose-mail.ts";
import type { MailShop } from "./mail-shop.ts";
import type { WrittenMail } from "./send-mail.ts";

interface AnswerMail {
  message: { firstName: string; subject: string; message: string };
  answer: string;
  /** The contact page. */
  link: string;
  shop: MailShop;
}

/** The owner's answer to a contact message. */
export function answerMail({ message, answer, link, shop }: AnswerMail): WrittenMail {
  const subject = `Re: ${message.subject} (${shop.name})`.replaceAll(/\s+/g, " ");
  return composeMail(subject, link, {
    shop,
    title: ["Hi ", { typed: message.firstName }],
    paragraphs: answer.split(/\n{2,}/),
    footnote: [
      "You wrote: “",
      { typed: message.message },
      "”\n\n",
      { text: "Contact us again", link, plain: `Contact us again: ${link}` },
    ],
  });
}
