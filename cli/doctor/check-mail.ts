import { messageOf } from "#shop/errors.ts";
import { sender } from "#shop/jobs/sender.ts";
import { lockedMessage, readMailSettings } from "#shop/mail/mail-server/mail-server.ts";
import { showMailbox } from "#shop/mail/mailbox.ts";
import { verifyMailServer } from "#shop/mail/send-mail.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

// Owners set up what the environment doesn't.
export const mailChecks: Check[] = [
  { name: "Mail server", needsDatabase: ({ smtpUrl }) => !smtpUrl, look: checkMailServer },
  { name: "Sender", needsDatabase: ({ mailFrom }) => !mailFrom, look: checkSender },
];

async function checkMailServer({ config, connection }: Setup): Promise<Result> {
  const isInEnvironment = config.smtpUrl !== undefined;
  const { smtpUrl, isMailServerLocked } = isInEnvironment
    ? { ...config, isMailServerLocked: false }
    : await readMailSettings(connection.db, config);
  if (isMailServerLocked)
    return problem(`${lockedMessage}, so emails wait`, "Enter it again under Settings, Mail server, or set SMTP_URL.");
  if (!smtpUrl)
    return warning(
      "No mail server is set up, so customers get no emails",
      "Enter it under Settings, Mail server, or set SMTP_URL to smtp://user:password@host:port.",
    );
  const { host, protocol } = new URL(smtpUrl);
  try {
    await verifyMailServer(smtpUrl);
    return ok(`${host} takes emails${protocol === "smtps:" ? " over TLS" : ""}`);
  } catch (error) {
    return problem(
      `${host} doesn't take emails: ${messageOf(error)}`,
      `Check ${isInEnvironment ? "SMTP_URL" : "it under Settings, Mail server"}, and that its port isn't blocked.`,
    );
  }
}

/** The name of the shop in its settings may be another by now. */
async function checkSender({ config, connection }: Setup): Promise<Result> {
  const mailFrom = config.mailFrom ?? (await readMailSettings(connection.db, config)).mailFrom;
  const mailbox = sender({ ...config, mailFrom });
  if (!mailFrom) {
    return warning(
      `No sender is set up, so emails come from ${mailbox.address}`,
      "Enter one under Settings, Mail server, or set MAIL_FROM: an address of a domain whose SPF and DKIM records name your mail server.",
    );
  }
  return ok(showMailbox(mailbox));
}
