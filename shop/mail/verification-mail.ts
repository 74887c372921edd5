import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

/** Asks the owner of an address to confirm it. */
export function verificationMail({ link, shopName }: { link: string; shopName: string }): WrittenMail {
  return {
    subject: `Verify your email for ${shopName}`,
    text: [
      `Welcome to ${shopName}!`,
      `Confirm that this is your email address by opening this link:`,
      link,
      `The link is good for 24 hours. If you did not sign up at ${shopName}, you can ignore this mail.`,
    ].join("\n\n"),
    html: mailHtml({
      title: `Welcome to ${shopName}`,
      paragraphs: ["Confirm that this is your email address, and you are ready to shop."],
      button: { label: "Verify email", link },
      footnote: `The link is good for 24 hours. If you did not sign up at ${shopName}, you can ignore this mail.`,
    }),
    link,
  };
}
