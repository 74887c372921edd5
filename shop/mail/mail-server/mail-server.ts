import type { Database } from "#database/connect.ts";
import { readSettingsRow, writeSettingsRow } from "#database/settings-rows.ts";
import { changedFields } from "../../changes/change-log.ts";
import { changeSettings, refuseConflict } from "../../changes/change-settings.ts";
import { FormRefusedError } from "../../forms/form-errors.ts";
import { parse } from "../../forms/validate.ts";
import { retryWaitingMails } from "../../jobs/mail-queue.ts";
import { sender } from "../../jobs/sender.ts";
import { seal, unseal } from "../../secrets/seal.ts";
import type { LiveSettings, ShopDatabase, ShopSettings } from "../../shop.ts";
import { MailError } from "../send-mail.ts";
import { type MailServerFields, mailServerForm, smtpUrlOf } from "./mail-server-form.ts";

/** In the table `settings`. See docs/decisions/0344. */
export const mailServerKey = "mailServer";

/** What the database keeps: the form without its password, and the password sealed, "" without a host. */
interface StoredMailServer extends Omit<MailServerFields, "password"> {
  sealed: string;
}

export const lockedMessage = "The mail server's password was encrypted with another AUTH_SECRET";

const nothing: StoredMailServer = { ...withoutPassword(parse(mailServerForm, {})), sealed: "" };

/** The owner's mail server, as its form shows it. */
export interface SavedMailServer {
  form: MailServerFields;
  /** Whether a password is kept. */
  hasPassword: boolean;
  /** Whether it was sealed with another `AUTH_SECRET`, so that nothing can be sent. */
  isLocked: boolean;
}

/** Reads the owner's mail server. */
export async function readMailServer(
  db: Database,
  { authSecret }: Pick<ShopSettings, "authSecret">,
): Promise<SavedMailServer> {
  const stored = await readStored(db);
  const password = openPassword(stored, authSecret);
  return { form: toForm(stored), hasPassword: Boolean(password), isLocked: password === undefined };
}

/**
 * How the shop's mails leave it. The environment's `SMTP_URL` and `MAIL_FROM` win, each by itself.
 *
 * @param configured with the shop's name as it is now
 */
export async function readMailSettings(
  db: Database,
  configured: Pick<ShopSettings, "authSecret" | "smtpUrl" | "mailFrom" | "shopName" | "shopUrl">,
): Promise<Pick<LiveSettings, "smtpUrl" | "mailFrom" | "isMailServerLocked">> {
  const stored = await readStored(db);
  const password = openPassword(stored, configured.authSecret);
  const own = stored.host !== "" && password !== undefined ? smtpUrlOf(stored, password) : undefined;
  const usual = sender({ ...configured, mailFrom: undefined });
  const { senderName, senderEmail } = stored;
  const ownSender =
    senderName || senderEmail ? { name: senderName || usual.name, address: senderEmail || usual.address } : undefined;
  return {
    smtpUrl: configured.smtpUrl ?? own,
    mailFrom: configured.mailFrom ?? ownSender,
    isMailServerLocked: configured.smtpUrl === undefined && password === undefined,
  };
}

/** The mail server of the next mail; undefined for the outbox. @throws MailError while its password can't be read: mails wait */
export function requireMailServer({ smtpUrl, isMailServerLocked }: LiveSettings) {
  if (isMailServerLocked) throw new MailError({ message: lockedMessage });
  return smtpUrl;
}

/**
 * Saves the mail server and the sender, and tries mails that wait again. What the environment fixes stays as it was saved.
 *
 * @param original the values when the form was opened
 * @throws ChangedMeanwhileError, FormRefusedError where the password has to be typed
 */
export async function saveMailServer(
  context: Pick<ShopDatabase, "db" | "now"> & { settings: Pick<ShopSettings, "authSecret" | "fixed"> },
  typed: MailServerFields,
  { original, actor }: { original: Partial<MailServerFields>; actor: string },
) {
  const { authSecret, fixed } = context.settings;
  await changeSettings(context, async (trx) => {
    const before = await readStored(trx);
    refuseConflict({ ...toForm(before), ...original, password: "" }, toForm(before));
    const form: MailServerFields = {
      ...typed,
      ...(fixed.includes("smtpUrl") && pick(before, ["host", "port", "security", "user"])),
      ...(fixed.includes("mailFrom") && pick(before, ["senderName", "senderEmail"])),
    };
    const sealed = fixed.includes("smtpUrl") ? before.sealed : sealPassword(before, form, authSecret);
    const after = { ...withoutPassword(form), sealed };
    const fields = changedFields(toLogged(before, authSecret), toLogged(after, authSecret, before));
    if (Object.keys(fields).length === 0) return [];
    await writeSettingsRow(trx, mailServerKey, JSON.stringify(after));
    await retryWaitingMails(trx, context.now());
    return [{ actor, kind: "settings", subject: "mail server", action: "changed", fields }];
  });
}

/** @returns undefined if the password was sealed with another `AUTH_SECRET` */
function openPassword({ host, sealed }: StoredMailServer, authSecret: string) {
  return host === "" ? "" : unseal(sealed, authSecret);
}

/**
 * The password to keep, sealed. A server without one has a sealed "", so that a copy of the shop with another `AUTH_SECRET` sends nothing by it. The
 * kept password goes to no other server or user, and not unencrypted where it was encrypted: who finds a session open must not get at it.
 *
 * @throws FormRefusedError
 */
function sealPassword(before: StoredMailServer, { host, user, security, password }: MailServerFields, secret: string) {
  if (host === "") return "";
  if (user === "" || password !== "") return seal(password, secret);
  const kept = openPassword(before, secret);
  if (kept === undefined)
    throw new FormRefusedError({
      password: "Enter the password again: the kept one can't be read with this AUTH_SECRET",
    });
  const isForTheSame = host === before.host && user === before.user;
  if (!kept || !isForTheSame || (security === "none" && before.security !== "none"))
    throw new FormRefusedError({ password: kept ? "Enter the password again for this change" : "Enter the password" });
  return before.sealed;
}

function withoutPassword({ password: _, ...form }: MailServerFields) {
  return form;
}

function toForm({ sealed: _, ...form }: StoredMailServer): MailServerFields {
  return { ...form, password: "" };
}

/** What the activity log says of the password: that one is kept, or another one. */
function toLogged(stored: StoredMailServer, authSecret: string, before = stored) {
  const password = openPassword(stored, authSecret) === "" ? "" : "kept";
  const isOther = password !== "" && before.sealed !== "" && stored.sealed !== before.sealed;
  return { ...toForm(stored), password: isOther ? "another one kept" : password };
}

function pick<Name extends keyof StoredMailServer>(stored: StoredMailServer, names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as Pick<StoredMailServer, Name>;
}

async function readStored(db: Database): Promise<StoredMailServer> {
  return { ...nothing, ...JSON.parse((await readSettingsRow(db, mailServerKey)) ?? "{}") };
}
