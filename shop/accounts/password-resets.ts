import { generateRandomString } from "better-auth/crypto";
import { type Database, engineOf } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { dropResetMails } from "../jobs/mail-queue.ts";
import { networkOf } from "../limits/client-network.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { hashPassword, type RequestMetadata, rethrowOutages } from "./accounts.ts";
import { hashingClient, rejectWeakPassword } from "./passwords.ts";

const linkMs = 60 * 60 * 1000;
const tokenLength = 24;

type Context = Pick<Shop, "accounts" | "db">;

/**
 * The token of a reset link: it works once, within an hour, and replaces earlier ones. See docs/decisions/0019.
 *
 * @returns undefined when no account has this email
 */
export async function createResetToken({ accounts, db }: Context, email: string) {
  const account = await db
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  if (!account) return undefined;
  await db.deleteFrom("verification").where("value", "=", account.id).execute();
  const { internalAdapter } = await accounts.$context;
  const token = generateRandomString(tokenLength, "a-z", "A-Z", "0-9");
  const expiresAt = new Date(Date.now() + linkMs);
  await rethrowOutages(() =>
    internalAdapter.createVerificationValue({ value: account.id, identifier: `reset-password:${token}`, expiresAt }),
  );
  return token;
}

/** Whether a reset link works. It keeps working: opening it isn't using it. */
export async function isResetToken(context: Context, token: string) {
  if (!/^[a-z0-9]{1,100}$/i.test(token)) return false;
  const found = await findToken(context, token);
  return (
    found !== undefined && found.expiresAt > new Date() && (await findNewest(context.db, found.value)) === found.id
  );
}

async function findToken({ accounts }: Context, token: string) {
  const { internalAdapter } = await accounts.$context;
  return (await rethrowOutages(() => internalAdapter.findVerificationValue(`reset-password:${token}`))) ?? undefined;
}

/**
 * Sets a new password, verifies the email, and ends all sessions and reset links of the account.
 *
 * @returns the account's email; undefined when the token is wrong, used, expired, or not the newest one
 * @throws AccountError when the password is weak; the token stays valid
 */
export async function resetPassword(
  { accounts, db }: Context,
  token: string,
  newPassword: string,
  { address }: RequestMetadata,
) {
  const found = await findToken({ accounts, db }, token);
  if (!found || found.expiresAt <= new Date() || (await keepNewest(db, found.value)) !== found.id) return undefined;
  const user = await db.selectFrom("user").select(["id", "email"]).where("id", "=", found.value).executeTakeFirst();
  if (!user) return undefined;
  rejectWeakPassword({ email: user.email, password: newPassword });
  const password = await hashingClient.run(networkOf(address), () => hashPassword(accounts, newPassword));
  const isSaved = await db.transaction().execute((trx) => savePassword(trx, { ...user, tokenId: found.id, password }));
  return isSaved ? user.email : undefined;
}

/**
 * Uses a token up. The library reads and deletes it in two steps, so two requests at once would both set a password. See docs/decisions/0143.
 *
 * @returns false if it is used
 */
async function savePassword(
  transaction: Database,
  { id, email, tokenId, password }: { id: string; email: string; tokenId: string; password: string },
) {
  const used = await transaction
    .deleteFrom("verification")
    .where("id", "=", tokenId)
    .returning("id")
    .executeTakeFirst();
  if (!used) return false;
  const engine = engineOf(transaction);
  await transaction
    .updateTable("account")
    .set({ password, updatedAt: timeValue(engine, new Date()) })
    .where("userId", "=", id)
    .where("providerId", "=", "credential")
    .execute();
  // A reader of the reset email owns its address, which is therefore verified. All other reset links end.
  await transaction
    .updateTable("user")
    .set({ emailVerified: booleanValue(engine, true) })
    .where("id", "=", id)
    .execute();
  await transaction.deleteFrom("session").where("userId", "=", id).execute();
  await transaction.deleteFrom("verification").where("value", "=", id).execute();
  await dropResetMails(transaction, email);
  return true;
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
