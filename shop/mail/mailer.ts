import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MailError, type SmtpError } from "./mail-error.ts";

export interface Mail {
  /** The same at every try, so that a receiver can tell a second copy: a moment and a number, fit for a file's name. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the mail wants its reader to open; printed on the console when no mail server is configured. */
  link: string;
}

/** What a mail says, whoever gets it. */
export type WrittenMail = Omit<Mail, "id" | "to">;

/**
 * Hands a mail on to be delivered, within half a minute.
 *
 * @param signal gives up the attempt
 * @throws MailError when it could not be handed on
 */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

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

const sendTimeoutMs = 30_000;

/**
 * The shop's way of sending mail: through a mail server, or as files for its owner to look at. What writes mails is loaded when the
 * first one goes out, so that a shop opens sooner.
 */
export function createSendMail({ smtpUrl, from, outbox, announce }: MailOptions): SendMail {
  if (smtpUrl) {
    return async ({ link: _, id, ...mail }, signal) => {
      const timeUp = AbortSignal.timeout(sendTimeoutMs);
      try {
        const { createTransport } = await import("nodemailer");
        const smtp = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 }, { from });
        await smtp.sendMail({
          ...mail,
          messageId: messageIdOf(id, from),
          signal: signal ? AbortSignal.any([signal, timeUp]) : timeUp,
        });
      } catch (error) {
        throw new MailError(timeUp.aborted ? new Error("The mail server took too long") : (error as SmtpError));
      }
    };
  }
  return async ({ link, id, ...mail }) => {
    try {
      const { createTransport } = await import("nodemailer");
      const compose = createTransport({ streamTransport: true, buffer: true }, { from });
      const { message } = await compose.sendMail({ ...mail, messageId: messageIdOf(id, from) });
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      // Whoever watches the folder never sees half a mail.
      const unfinished = join(outbox, `.${id}.eml`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(outbox, `${id}.eml`));
    } catch (error) {
      throw new MailError(error as Error);
    }
    announce(`Mail to ${mail.to}: ${mail.subject}\n  ${link}`);
  };
}

function messageIdOf(id: string, from: string) {
  const [, host = "localhost"] = /@([^\s>]+)/.exec(from) ?? [];
  return `<${id}@${host}>`;
}
