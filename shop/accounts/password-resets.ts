import { isAPIError } from "better-auth/api";
import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { call, resetToken, rethrowOutages, type Visitor } from "./accounts.ts";
import { rejectWeakPassword } from "./weak-password.ts";

type Asked = Pick<Shop, "accounts" | "db">;

/**
 * The token that lets its reader, from an email, choose a new password. It works once, within an hour, and ends the earlier ones.
 *
 * @returns undefined when nobody has an account with this email
 */
export async function createResetToken({ accounts, db }: Asked, email: string) {
  let token: string | undefined;
  const take = (created: string) => {
    token = created;
  };
  await db
    .deleteFrom("verification")
    .where("value", "in", (eb) => eb.selectFrom("user").select("id").where("email", "=", email.toLowerCase()))
    .execute();
  try {
    await resetToken.run(take, () => accounts.api.requestPasswordReset({ body: { email } }));
  } catch (error) {
    // What the library doesn't take for an email is nobody's.
    if (!(isAPIError(error) && error.statusCode === 400)) throw error;
  }
  return token;
}

/**
 * Chooses a new password with the token from a mail, once. It ends all sessions and all other tokens, and verifies the address.
 *
 * @returns the account's email; undefined when the token is wrong, used, too old, or not the newest one
 * @throws AccountError when the password is weak, which doesn't use up the token
 */
export async function resetPassword({ accounts, db }: Asked, token: string, newPassword: string, visitor: Visitor) {
  const { internalAdapter } = await accounts.$context;
  const found = await rethrowOutages(() => internalAdapter.findVerificationValue(`reset-password:${token}`));
  if (!found || (await keepNewest(db, found.value)) !== found.id) return undefined;
  const user = await db.selectFrom("user").select("email").where("id", "=", found.value).executeTakeFirst();
  if (!user) return undefined;
  rejectWeakPassword({ email: user.email, password: newPassword });
  const answer = await call(accounts, "/reset-password", { token, newPassword }, visitor);
  return answer.ok ? user.email : undefined;
}

/** Ends all reset tokens of an account but the newest one, as two that were made at once may both be there. @returns its id */
async function keepNewest(db: Database, userId: string) {
  const newest = await db
    .selectFrom("verification")
    .select("id")
    .where("value", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .executeTakeFirst();
  if (newest) await db.deleteFrom("verification").where("value", "=", userId).where("id", "!=", newest.id).execute();
  return newest?.id;
}
