import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the mail wants its reader to open; printed on the console when no mail server is configured. */
  link: string;
}

/** Sends a mail. @throws when it could not be handed on */
export type SendMail = (mail: Mail) => Promise<void>;

export interface MailOptions {
  /** smtp://user:password@host:port; without it mails become files. */
  smtpUrl: string | undefined;
  /** Whom mails come from: `Torg <shop@example.com>`. */
  from: string;
  /** Where `.eml` files are put when there is no mail server. */
  outbox: string;
  /** Is told of every mail that became a file. */
  announce: (line: string) => void;
}

/** The shop's way of sending mail: through a mail server, or as files for its owner to look at. */
export function createSendMail({ smtpUrl, from, outbox, announce }: MailOptions): SendMail {
  if (smtpUrl) {
    const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
    const smtp = createTransport({ url: smtpUrl, ...timeouts }, { from });
    return async ({ link: _, ...mail }) => {
      await smtp.sendMail(mail);
    };
  }
  const compose = createTransport({ streamTransport: true, buffer: true }, { from });
  return async ({ link, ...mail }) => {
    const { message } = await compose.sendMail(mail);
    const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
    await mkdir(outbox, { recursive: true });
    // Whoever watches the folder never sees half a mail.
    const unfinished = join(outbox, `.${name}`);
    await writeFile(unfinished, message);
    await rename(unfinished, join(outbox, name));
    announce(`Mail to ${mail.to}: ${mail.subject}\n  ${link}`);
  };
}
