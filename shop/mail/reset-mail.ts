import { mailHtml } from "./mail-html.ts";
import type { Mail } from "./mailer.ts";

/** Lets the owner of an address choose a new password. */
export function resetMail({ to, link, shopName }: { to: string; link: string; shopName: string }): Mail {
  const footnote = `The link works once, within an hour. If you did not ask for it, you can ignore this mail: your password stays as it is.`;
  return {
    to,
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
