import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";

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

/** A mail could not be handed on. The message leaves out whom and what it was for, which mail servers like to repeat. */
export class MailError extends Error {
  override name = "MailError";
  /** Whether the mail server answered about this very mail; otherwise no other would have gone out either. */
  readonly aboutThisMail: boolean;
  /** Whether the mail server refused its recipient for good. */
  readonly refused: boolean;

  constructor(cause: Partial<SmtpError>) {
    const { command, responseCode, permanent } = cause;
    super(
      String(cause.message)
        .replaceAll(/\S*(@|token=)\S*/g, "…")
        .replaceAll(/\s+/g, " ")
        .slice(0, 300),
    );
    this.aboutThisMail = responseCode !== undefined && ["RCPT TO", "DATA"].includes(command ?? "");
    this.refused = permanent === true && command === "RCPT TO";
  }
}

/** What nodemailer tells of a failure, beside its message. */
interface SmtpError extends Error {
  command: string;
  responseCode: number;
  permanent: boolean;
}

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

/** The shop's way of sending mail: through a mail server, or as files for its owner to look at. */
export function createSendMail({ smtpUrl, from, outbox, announce }: MailOptions): SendMail {
  if (smtpUrl) {
    const smtp = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 }, { from });
    return async ({ link: _, id, ...mail }, signal) => {
      const timeUp = AbortSignal.timeout(sendTimeoutMs);
      try {
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
  const compose = createTransport({ streamTransport: true, buffer: true }, { from });
  return async ({ link, id, ...mail }) => {
    try {
      const { message } = await compose.sendMail({ ...mail, messageId: messageIdOf(id, from) });
      await mkdir(outbox, { recursive: true });
      // Whoever watches the folder never sees half a mail.
      const unfinished = join(outbox, `.${id}.eml`);
      await writeFile(unfinished, message);
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
