import { mailHtml } from "./mail-html.ts";
import type { MailShop } from "./mail-shop.ts";
import type { WrittenMail } from "./mailer.ts";

interface StockMail {
  title: string;
  link: string;
  /** Where the address unsubscribes. */
  leaveLink: string;
  shop: MailShop;
}

/** Asks an address to confirm its alert for a product. */
export function alertRequestMail({ title, link, leaveLink, shop }: StockMail): WrittenMail {
  return write({
    shop,
    subject: `Confirm your alert for ${title}`,
    paragraph: `We received a request to email you when ${title} is back in stock at ${shop.name}. Open this link and press the button to confirm, and we'll send you one email.`,
    label: "Notify me when it's back",
    link,
    leave: `If you didn't request this, you can ignore this email or unsubscribe now: ${leaveLink}`,
  });
}

/** The one mail that says a product is back. */
export function backInStockMail({ title, link, leaveLink, shop }: StockMail): WrittenMail {
  return write({
    shop,
    subject: `${title} is back in stock at ${shop.name}`,
    paragraph: `You asked us to let you know: ${title} is back in stock. Get it while it lasts.`,
    label: "View product",
    link,
    leave: `We won't email you about this product again. To delete your email address from this alert now: ${leaveLink}`,
  });
}

function write(mail: {
  shop: MailShop;
  subject: string;
  paragraph: string;
  label: string;
  link: string;
  leave: string;
}): WrittenMail {
  const { shop, paragraph, label, link, leave } = mail;
  // A subject is one line.
  const subject = mail.subject.replaceAll(/\s+/g, " ");
  return {
    subject,
    text: [paragraph, link, leave].join("\n\n"),
    html: mailHtml({ shop, title: subject, paragraphs: [paragraph], button: { label, link }, footnote: leave }),
    link,
  };
}
