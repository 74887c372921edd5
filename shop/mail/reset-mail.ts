import { mailHtml } from "./mail-html.ts";
import type { WrittenMail } from "./mailer.ts";

/** Lets the owner of an address choose a new password. */
export function resetMail({ link, shopName }: { link: string; shopName: string }): WrittenMail {
  const footnote = `The link works once, within an hour. If you did not ask for it, you can ignore this mail: your password stays as it is.`;
  return {
    subject: `Choose a new password for ${shopName}`,
    text: [`Open this link to choose a new password for ${shopName}:`, link, footnote].join("\n\n"),
    html: mailHtml({
      title: "Choose a new password",
      paragraphs: [`Somebody, hopefully you, asked for a new password at ${shopName}.`],
      button: { label: "Choose a new password", link },
      footnote,
    }),
    link,
  };
}
