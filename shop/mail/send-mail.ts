import { tracingChannel } from "node:diagnostics_channel";
import { isOutage } from "../errors.ts";
import { cleanText } from "../text/clean-text.ts";
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
  /** The server of the next mail, smtp://user:password@host:port; without one it goes to the outbox. What it throws fails the mail. */
  smtpUrl: () => string | undefined;
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

/** What a server may say at once. Its answers are a few lines. */
const mostAnswerBytes = 64 * 1024;

/**
 * Creates the function that sends mails, to a mail server or to the outbox. Nodemailer is loaded with the first mail, so that a shop
 * starts sooner.
 */
export function createSendMail({ smtpUrl: readServer, from: readSender, outbox, announce }: MailOptions): SendMail {
  return async (mail, signal) => {
    const smtpUrl = readServer();
    const from = readSender();
    if (smtpUrl) return sendToServer(smtpUrl, mail, from, signal);
    const { to, subject, link } = mail;
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

async function sendToServer(smtpUrl: string, mail: Mail, from: Mailbox, signal: AbortSignal | undefined) {
  const timeUp = AbortSignal.timeout(sendTimeoutMs);
  try {
    const { createTransport } = await import("nodemailer");
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, maxResponseSize: mostAnswerBytes };
    const smtp = createTransport({ url: smtpUrl, ...limits });
    const message = { ...messageOf(mail, from), signal: signal ? AbortSignal.any([signal, timeUp]) : timeUp };
    await mailsSent.tracePromise(() => smtp.sendMail(message), { host: new URL(smtpUrl).hostname });
  } catch (error) {
    if (timeUp.aborted) throw new MailError({ message: "The mail server timed out", code: "ETIMEDOUT" });
    throw new MailError(error as SmtpError, smtpUrl);
  }
}

/**
 * Connects to a mail server and signs in, but sends nothing.
 *
 * @throws MailError
 */
export async function verifyMailServer(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 };
  const smtp = createTransport({ url: smtpUrl, ...timeouts, maxResponseSize: mostAnswerBytes });
  try {
    await smtp.verify();
  } catch (error) {
    throw new MailError(error as SmtpError, smtpUrl);
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

/** Why a mail server took no mail. */
export type MailProblem =
  /** No machine has the name. */
  | "name"
  /** Nothing answers there. */
  | "unreachable"
  /** It says nothing in time, or ends the connection. */
  | "silent"
  | "certificate"
  /** It doesn't encrypt as it was asked to. */
  | "encryption"
  | "login"
  /** It refuses the connection, the sender, the recipient or the mail. */
  | "refused"
  /** Another program answers. */
  | "noMailServer"
  | "other";

/** A mail could not be sent. Its texts leave out recipients, tokens and the password, which mail servers like to repeat. */
export class MailError extends Error {
  override name = "MailError";
  readonly problem: MailProblem;
  /** What the mail server answered, such as "550 Unknown recipient"; undefined if it answered nothing. */
  readonly answer: string | undefined;
  /** Whether the mail server answered about this mail. Otherwise no other mail would have been sent either. */
  readonly aboutThisMail: boolean;
  /** Whether the mail server refused the recipient for good. */
  readonly refused: boolean;

  /** @param smtpUrl the server, whose password no text repeats */
  constructor(cause: Partial<SmtpError>, smtpUrl?: string) {
    const { command, responseCode, permanent } = cause;
    const problem = problemOf(cause);
    // What another program says is none of the shop's business.
    const message = problem === "noMailServer" ? "What answers isn't a mail server" : String(cause.message);
    super(withoutSecrets(message, smtpUrl));
    this.problem = problem;
    this.answer = responseCode !== undefined && cause.response ? withoutSecrets(cause.response, smtpUrl) : undefined;
    this.aboutThisMail = responseCode !== undefined && ["RCPT TO", "DATA"].includes(command ?? "");
    this.refused = permanent === true && command === "RCPT TO";
  }
}

function problemOf({ code, command, message = "", responseCode }: Partial<SmtpError>): MailProblem {
  if (code === "EDNS") return "name";
  if (/certificate|altnames/i.test(message)) return "certificate";
  if (code === "ETLS" || /SSL routines/.test(message)) return "encryption";
  if (code === "EAUTH") return "login";
  if (code === "EPROTOCOL" && responseCode === undefined) return "noMailServer";
  // RFC 4954, section 6: the server wants a user name and password.
  if (responseCode === 530 && command === "MAIL FROM") return "login";
  if (responseCode !== undefined) return "refused";
  if (/\bconnect E|Connection timeout/.test(message)) return "unreachable";
  if (["ETIMEDOUT", "ECONNECTION", "ESOCKET", "EABORT"].includes(code ?? "")) return "silent";
  return "other";
}

/** A text of a mail server without emails, tokens and the shop's password. */
function withoutSecrets(text: string, smtpUrl: string | undefined) {
  const { username, password } = smtpUrl ? new URL(smtpUrl) : { username: "", password: "" };
  const secret = decoded(password);
  const spellings = [base64(`\0${decoded(username)}\0${secret}`), base64(secret), secret];
  const masked = secret ? spellings.reduce((left, spelling) => left.replaceAll(spelling, "…"), text) : text;
  return cutText(cleanText(masked.replaceAll(/(?<!\S)\S*(@|token=)\S*/g, "…").replaceAll(/\s+/g, " ")), 300);
}

/** A part of a URL. An operator may have written a % as it is. */
function decoded(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function base64(text: string) {
  return Buffer.from(text).toString("base64");
}

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  code: string;
  command: string;
  response: string;
  responseCode: number;
  permanent: boolean;
}
