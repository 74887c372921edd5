import { messageOf } from "#shop/errors.ts";
import { sender } from "#shop/jobs/sender.ts";
import { showMailbox } from "#shop/mail/mailbox.ts";
import { verifyMailServer } from "#shop/mail/send-mail.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

export const mailChecks: Check[] = [
  { name: "Mail server", look: ({ config }) => checkMailServer(config) },
  { name: "Sender", look: ({ config }) => checkSender(config) },
];

async function checkMailServer({ smtpUrl }: Setup["config"]): Promise<Result> {
  if (!smtpUrl)
    return warning("SMTP_URL isn't set, so customers get no emails", "Set it to smtp://user:password@host:port.");
  const { host, protocol } = new URL(smtpUrl);
  try {
    await verifyMailServer(smtpUrl);
    return ok(`${host} takes emails${protocol === "smtps:" ? " over TLS" : ""}`);
  } catch (error) {
    return problem(
      `${host} doesn't take emails: ${messageOf(error)}`,
      "Check SMTP_URL, and that its port isn't blocked.",
    );
  }
}

/** @param config the name of the shop in its settings may be another by now */
function checkSender(config: Setup["config"]): Result {
  const mailbox = sender(config);
  if (!config.mailFrom) {
    return warning(
      `MAIL_FROM isn't set, so emails come from ${mailbox.address}`,
      "Set it to an address of a domain whose SPF and DKIM records name your mail server.",
    );
  }
  return ok(showMailbox(mailbox));
}
