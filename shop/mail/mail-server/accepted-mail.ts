import { createHmac } from "node:crypto";
import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { sender } from "../../jobs/sender.ts";
import type { LiveSettings } from "../../shop.ts";

/** In the table `settings`. */
const key = "mailAcceptedWith";

interface Context {
  db: Database;
  settings: LiveSettings;
}

/**
 * Notes that the mail server accepted a mail.
 *
 * @param digest what `mailServerDigest` said before the mail was sent: owners may have saved other settings since
 */
export async function noteAcceptedMail({ db, settings }: Context, digest: string | undefined) {
  if (digest === undefined || digest !== mailServerDigest(settings)) return;
  if ((await readSettingsRow(db, key)) !== digest) await writeSettingsRow(db, key, digest);
}

/** Whether the mail server accepted a mail with the present settings. */
export async function hasAcceptedMail({ db, settings }: Context) {
  const present = mailServerDigest(settings);
  return present !== undefined && (await readSettingsRow(db, key)) === present;
}

/** Tells settings apart without giving the password away: its hash alone could be guessed. */
export function mailServerDigest(settings: LiveSettings) {
  if (settings.smtpUrl === undefined) return undefined;
  const how = JSON.stringify([settings.smtpUrl, sender(settings).address]);
  return createHmac("sha256", settings.authSecret).update(how).digest("base64url");
}
