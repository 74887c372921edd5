import { randomUUID } from "node:crypto";
import { isOutage } from "../../errors.ts";
import { consumeRateLimit, RateLimitError } from "../../limits/rate-limits.ts";
import type { Shop } from "../../shop.ts";
import { MailError } from "../send-mail.ts";
import { mailServerDigest, noteAcceptedMail } from "./accepted-mail.ts";
import { lockedMessage } from "./mail-server.ts";

/**
 * Sends an owner an email at once, by the server that the shop's emails go by.
 *
 * @param to the owner's own address
 * @returns what went wrong, in plain words; undefined if the server accepted it
 */
export async function sendTestMail(
  shop: Pick<Shop, "db" | "settings" | "refreshSettings" | "sendMail" | "now">,
  to: string,
  timeoutMs = 15_000,
): Promise<string | undefined> {
  await shop.refreshSettings();
  const { smtpUrl, isMailServerLocked, shopUrl } = shop.settings;
  if (isMailServerLocked) return `${lockedMessage}. Enter it again.`;
  if (!smtpUrl) return "There is no mail server yet. Enter one and save it first.";
  const { testMail } = await import("../owner-mails.ts");
  const { mailShopOf } = await import("../mail-shop.ts");
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // Of the whole shop: they also tell which ports of its network answer. See docs/decisions/0344.
    await consumeRateLimit(shop.db, [{ limit: "testMailByShop", by: "shop" }], shop.now());
    const written = testMail({ link: `${shopUrl}/owner/mail-server`, shop: mailShopOf(shop.settings) });
    const digest = mailServerDigest(shop.settings);
    await shop.sendMail({ ...written, id: `test-${randomUUID()}`, to }, signal);
    await noteAcceptedMail(shop, digest);
    return undefined;
  } catch (error) {
    if (error instanceof RateLimitError) return "Too many test emails. Try again in a quarter of an hour.";
    if (isOutage(error) || !(error instanceof MailError)) throw error;
    return describeProblem(error, new URL(smtpUrl));
  }
}

function describeProblem({ problem, answer, message }: MailError, { hostname, port, protocol }: URL) {
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const place = port ? `${host}, port ${port}` : host;
  const said = answer ? ` It answered: ${answer}` : "";
  switch (problem) {
    case "name":
      return `There is no server named ${host}. Check the host.`;
    case "unreachable":
      return `Couldn't connect: nothing answers at ${place}. Check host and port. Some hosting providers block the ports of mail servers.`;
    case "silent":
      return `Couldn't connect: ${place} doesn't answer as a mail server in time. Check port and security: port 465 usually needs TLS, port 587 STARTTLS.`;
    case "certificate":
      return `The certificate of ${host} isn't valid: ${describeCertificate(message)}.`;
    case "encryption":
      return `${place} doesn't offer ${protocol === "smtps:" ? "TLS from the start" : "STARTTLS"}. Choose another security or port.`;
    case "login":
      return `${host} refused the user name or password.${said}`;
    case "refused":
      return `${host} refused the email.${said}`;
    case "noMailServer":
      return `What answers at ${place} isn't a mail server. Check host and port.`;
    case "other":
      return `The email couldn't be sent: ${message}`;
  }
}

function describeCertificate(message: string) {
  if (/expired/.test(message)) return "it has expired";
  if (/altnames/.test(message)) return "it is for another name";
  return "no authority that this machine knows has signed it";
}
