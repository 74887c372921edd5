import { generateRandomString } from "better-auth/crypto";
import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { call, type RequestMetadata, rethrowOutages } from "./accounts.ts";
import { normalizeEmail } from "./email-address.ts";
import { rejectWeakPassword } from "./passwords.ts";

const linkMs = 60 * 60 * 1000;
const tokenLength = 24;

type Context = Pick<Shop, "accounts" | "db">;

/**
 * The token of a reset link: it works once, within an hour, and replaces earlier ones.
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
  metadata: RequestMetadata,
) {
  const found = await findToken({ accounts, db }, token);
  if (!found || (await keepNewest(db, found.value)) !== found.id) return undefined;
  const user = await db.selectFrom("user").select("email").where("id", "=", found.value).executeTakeFirst();
  if (!user) return undefined;
  rejectWeakPassword({ email: user.email, password: newPassword });
  const answer = await call(accounts, "/reset-password", { token, newPassword }, metadata);
  return answer.ok ? user.email : undefined;
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
