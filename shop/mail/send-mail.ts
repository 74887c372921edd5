import { tracingChannel } from "node:diagnostics_channel";
import { isOutage } from "../errors.ts";
import { cutText } from "../text/cut-text.ts";
import { type Mailbox, parseMailbox } from "./mailbox.ts";
import type { Outbox } from "./outbox.ts";

export interface Mail {
  /** The same for every try, so that a receiver can recognize a second copy. Fit for a file name. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /** Where answers go, if not to the sender. */
  replyTo?: Mailbox | undefined;
  /** Where a POST unsubscribes, as mail programs do with one press (RFC 8058). */
  unsubscribeLink?: string;
  /** The main link; printed on the console when no mail server is configured. */
  link: string;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail without its recipient. */
export type WrittenMail = Omit<Mail, "id" | "to">;

/**
 * Sends a mail, within half a minute.
 *
 * @param signal aborts it
 * @throws MailError
 */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<void>;

export interface MailOptions {
  /** smtp://user:password@host:port; without it mails go to the outbox. */
  smtpUrl: string | undefined;
  /** The sender of the next mail. */
  from: () => Mailbox;
  outbox: Outbox;
  /** Called for every mail in the outbox. */
  announce: (line: string) => void;
}

const sendTimeoutMs = 30_000;

/** A mail that is handed to a mail server, as traces see it. */
export interface MailSent {
  host: string;
  /** Set when it failed. */
  error?: unknown;
}

/** Published around each mail that is handed to a mail server. */
export const mailsSent = tracingChannel<MailSent>("torg:mail");

/**
 * Creates the function that sends mails, to a mail server or to the outbox. Nodemailer is loaded with the first mail, so that a shop
 * starts sooner.
 */
export function createSendMail({ smtpUrl, from: readSender, outbox, announce }: MailOptions): SendMail {
  if (smtpUrl) {
    return async (mail, signal) => {
      const from = readSender();
      const timeUp = AbortSignal.timeout(sendTimeoutMs);
      try {
        const { createTransport } = await import("nodemailer");
        const smtp = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 });
        const message = { ...messageOf(mail, from), signal: signal ? AbortSignal.any([signal, timeUp]) : timeUp };
        await mailsSent.tracePromise(() => smtp.sendMail(message), { host: new URL(smtpUrl).hostname });
      } catch (error) {
        throw new MailError(timeUp.aborted ? new Error("The mail server timed out") : (error as SmtpError));
      }
    };
  }
  return async (mail) => {
    const { to, subject, link } = mail;
    const from = readSender();
    try {
      const { createTransport } = await import("nodemailer");
      const compose = createTransport({ streamTransport: true, buffer: true });
      const { message } = await compose.sendMail(messageOf(mail, from));
      await outbox(mail, message as Buffer);
    } catch (error) {
      if (isOutage(error)) throw error;
      throw new MailError(error as Error);
    }
    announce(`Email to ${to}: ${subject}\n  ${link}`);
  };
}

/**
 * Connects to a mail server and signs in, but sends nothing.
 *
 * @throws MailError
 */
export async function verifyMailServer(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  const smtp = createTransport({ url: smtpUrl, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 });
  try {
    await smtp.verify();
  } catch (error) {
    throw new MailError(error as SmtpError);
  } finally {
    smtp.close();
  }
}

/** A mail as nodemailer takes it. */
function messageOf({ id, to, link: _, unsubscribeLink, ...mail }: Mail, from: Mailbox) {
  const headers: Record<string, string> = unsubscribeLink
    ? { "List-Unsubscribe": `<${unsubscribeLink}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {};
  // Nodemailer would parse a text as a list of recipients. Notices queued by earlier versions have a name too.
  const recipient = parseMailbox(to) ?? { name: "", address: to };
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  return { ...mail, from, to: recipient, headers, messageId: `<${id}@${host}>` };
}

/** A mail could not be sent. The message leaves out the recipient and tokens, which mail servers like to repeat. */
export class MailError extends Error {
  override name = "MailError";
  /** Whether the mail server answered about this mail. Otherwise no other mail would have been sent either. */
  readonly aboutThisMail: boolean;
  /** Whether the mail server refused the recipient for good. */
  readonly refused: boolean;

  constructor(cause: Partial<SmtpError>) {
    const { command, responseCode, permanent } = cause;
    super(
      cutText(
        String(cause.message)
          .replaceAll(/(?<!\S)\S*(@|token=)\S*/g, "…")
          .replaceAll(/\s+/g, " "),
        300,
      ),
    );
    this.aboutThisMail = responseCode !== undefined && ["RCPT TO", "DATA"].includes(command ?? "");
    this.refused = permanent === true && command === "RCPT TO";
  }
}

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  command: string;
  responseCode: number;
  permanent: boolean;
}
