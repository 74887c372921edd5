import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

interface StockMail {
  title: string;
  link: string;
  /** Where the address says that it wants to hear nothing of it. */
  leaveLink: string;
  shopName: string;
}

/** Asks an address whether it wants to be told when a product is back. */
export function alertRequestMail({ title, link, leaveLink, shopName }: StockMail): WrittenMail {
  return write({
    subject: `Shall we tell you when ${title} is back?`,
    paragraph: `Somebody, hopefully you, asked ${shopName} to tell you when ${title} can be bought again. Open this link, and we will write to you once.`,
    label: "Tell me when it's back",
    link,
    leave: `If you did not ask for it, do nothing, or leave at once: ${leaveLink}`,
  });
}

/** Tells that a product is back, once. */
export function backInStockMail({ title, link, leaveLink, shopName }: StockMail): WrittenMail {
  return write({
    subject: `${title} is back at ${shopName}`,
    paragraph: `You asked us to tell you: ${title} can be bought again, while there is some.`,
    label: "See it",
    link,
    leave: `This was the only mail about it. To have your address forgotten right away: ${leaveLink}`,
  });
}

function write(mail: { subject: string; paragraph: string; label: string; link: string; leave: string }): WrittenMail {
  const { paragraph, label, link, leave } = mail;
  // A subject is one line.
  const subject = mail.subject.replaceAll(/\s+/g, " ");
  return {
    subject,
    text: [paragraph, link, leave].join("\n\n"),
    html: mailHtml({ title: subject, paragraphs: [paragraph], button: { label, link }, footnote: leave }),
    link,
  };
}
