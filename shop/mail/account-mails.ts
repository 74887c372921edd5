import { mailHtml } from "./mail-html.ts";
import type { MailShop } from "./mail-shop.ts";
import type { WrittenMail } from "./mailer.ts";

interface AccountMail {
  link: string;
  shop: MailShop;
}

/** Asks the owner of an email address to confirm it. */
export function verificationMail({ link, shop }: AccountMail): WrittenMail {
  const shopName = shop.name;
  const footnote = `This link expires in 24 hours. If you didn't sign up at ${shopName}, you can ignore this email.`;
  return {
    subject: `Verify your email for ${shopName}`,
    text: [`Welcome to ${shopName}!`, "Open this link to confirm your email address:", link, footnote].join("\n\n"),
    html: mailHtml({
      shop,
      title: `Welcome to ${shopName}`,
      paragraphs: ["Confirm your email address and you're ready to shop."],
      button: { label: "Verify email", link },
      footnote,
    }),
    link,
  };
}

/** Lets a customer choose a new password. */
export function resetMail({ link, shop }: AccountMail): WrittenMail {
  const shopName = shop.name;
  const request = `We received a request to reset your password at ${shopName}.`;
  const footnote =
    "This link works once and expires in an hour. If you didn't request it, you can ignore this email. Your password won't change.";
  return {
    subject: `Reset your ${shopName} password`,
    text: [request, "Open this link to choose a new password:", link, footnote].join("\n\n"),
    html: mailHtml({
      shop,
      title: "Choose a new password",
      paragraphs: [request],
      button: { label: "Choose a new password", link },
      footnote,
    }),
    link,
  };
}
