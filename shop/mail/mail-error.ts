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
export interface SmtpError extends Error {
  command: string;
  responseCode: number;
  permanent: boolean;
}
