import { generateRandomString } from "better-auth/crypto";
import { type Database, engineOf } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { dropResetMails, queueMail } from "../jobs/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { hashNewPassword, type RequestMetadata, rethrowOutages } from "./accounts.ts";
import { detailsOf, readImportedCustomer } from "./imported-customers.ts";
import { insertAccount, repeatAfterSignUp } from "./insert-account.ts";
import { questionCommonPassword } from "./passwords.ts";

const linkMs = 60 * 60 * 1000;
const tokenLength = 24;

type Context = Pick<Shop, "accounts" | "db" | "now">;

/**
 * The token of a reset link: it works once, and replaces earlier ones. See docs/decisions/0019.
 *
 * @param validMs for an hour, if it isn't said
 * @returns undefined when neither an account nor a customer of the earlier shop has this email
 */
export async function createResetToken({ accounts, db, now }: Context, email: string, validMs = linkMs) {
  const account = await db
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  const value = account?.id ?? (await readImportedCustomer(db, { email }))?.id;
  if (value === undefined) return undefined;
  await db.deleteFrom("verification").where("value", "=", value).execute();
  const { internalAdapter } = await accounts.$context;
  const token = generateRandomString(tokenLength, "a-z", "A-Z", "0-9");
  const expiresAt = new Date(now().getTime() + validMs);
  await rethrowOutages(() =>
    internalAdapter.createVerificationValue({ value, identifier: `reset-password:${token}`, expiresAt }),
  );
  return token;
}

/** Whether a reset link works. It keeps working: opening it isn't using it. */
export async function isResetToken(context: Context, token: string) {
  if (!/^[a-z0-9]{1,100}$/i.test(token)) return false;
  const found = await findToken(context, token);
  return (
    found !== undefined && found.expiresAt > context.now() && (await findNewest(context.db, found.value)) === found.id
  );
}

async function findToken({ accounts }: Pick<Context, "accounts">, token: string) {
  const { internalAdapter } = await accounts.$context;
  return (await rethrowOutages(() => internalAdapter.findVerificationValue(`reset-password:${token}`))) ?? undefined;
}

/**
 * Sets a new password, verifies the email, and ends all sessions and reset links of the account. An email tells of it. A customer of the earlier shop gets their account by it.
 *
 * @returns the account's email; undefined when the token is wrong, used, expired, or not the newest one
 * @param isSure whether an owner or staff member was told that it is common
 * @throws AccountError when the password is weak, or common and in question; the token stays valid
 */
export async function resetPassword(
  { accounts, db, now }: Context,
  token: string,
  newPassword: string,
  { address }: RequestMetadata,
  isSure = false,
): Promise<string | undefined> {
  const found = await findToken({ accounts }, token);
  if (!found || found.expiresAt <= now() || (await keepNewest(db, found.value)) !== found.id) return undefined;
  const holder = await findHolder(db, found.value);
  if (!holder) return undefined;
  const { email, role } = holder;
  if (role) await questionCommonPassword(newPassword, isSure);
  const hash = await hashNewPassword(accounts, { email, password: newPassword }, address);
  const isSaved = await repeatAfterSignUp(() =>
    db.transaction().execute((trx) => savePassword(trx, { email, tokenId: found.id, hash, now: now() })),
  );
  return isSaved ? email : undefined;
}

/** Whose a token is: an account's, or a customer's of the earlier shop. */
async function findHolder(db: Database, value: string) {
  const account = await db
    .selectFrom("user")
    .leftJoin("owners", "owners.uid", "user.id")
    .select(["email", "role"])
    .where("id", "=", value)
    .executeTakeFirst();
  if (account) return account;
  const imported = await readImportedCustomer(db, { id: value });
  return imported && { email: imported.email, role: null };
}

/**
 * Uses a token up. The library reads and deletes it in two steps, so two requests at once would both set a password. See docs/decisions/0143.
 *
 * @returns false if it is used
 */
async function savePassword(
  transaction: Database,
  { email, tokenId, hash, now }: { email: string; tokenId: string; hash: string; now: Date },
) {
  const used = await transaction
    .deleteFrom("verification")
    .where("id", "=", tokenId)
    .returning("id")
    .executeTakeFirst();
  if (!used) return false;
  const account = await transaction.selectFrom("user").select("id").where("email", "=", email).executeTakeFirst();
  const imported = await readImportedCustomer(transaction, { email });
  if (account) await replacePassword(transaction, account.id, { hash, now });
  else if (imported) await insertAccount(transaction, { ...detailsOf(imported), email, hash, isVerified: true }, now);
  else return false;
  const values = [account?.id, imported?.id].filter((value) => value !== undefined);
  await transaction.deleteFrom("verification").where("value", "in", values).execute();
  await dropResetMails(transaction, email);
  if (account) await queueMail(transaction, { kind: "passwordChanged", recipient: email }, now);
  return true;
}

/** Gives an account another password, without asking for the one before, in the caller's transaction. Its email is verified, and its sessions end. */
export async function replacePassword(transaction: Database, id: string, { hash, now }: { hash: string; now: Date }) {
  const engine = engineOf(transaction);
  await transaction
    .updateTable("account")
    .set({ password: hash, updatedAt: timeValue(engine, now) })
    .where("userId", "=", id)
    .where("providerId", "=", "credential")
    .execute();
  // A reader of the reset email owns its address.
  await transaction
    .updateTable("user")
    .set({ emailVerified: booleanValue(engine, true) })
    .where("id", "=", id)
    .execute();
  await transaction.deleteFrom("session").where("userId", "=", id).execute();
}

/** Two tokens created at the same time may both exist. @returns the id of the one that stays valid */
async function keepNewest(db: Database, userId: string) {
  const newest = await findNewest(db, userId);
  if (newest) await db.deleteFrom("verification").where("value", "=", userId).where("id", "!=", newest).execute();
  return newest;
}

/** The id of an account's newest token. */
async function findNewest(db: Database, userId: string) {
  const newest = await db
    .selectFrom("verification")
    .select("id")
    .where("value", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .executeTakeFirst();
  return newest?.id;
}

/** Removes the tokens of links that have expired. */
export async function removeExpiredTokens(db: Database, now: Date) {
  await db
    .deleteFrom("verification")
    .where("expiresAt", "<", timeValue(engineOf(db), now))
    .execute();
}
