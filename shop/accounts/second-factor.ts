import type { Database } from "#database/connect.ts";
import { AccountError } from "./account-error.ts";

/**
 * Who has a second factor. A session says in `secondFactorAt` whether one began it: `startProvenSession` sets it, and a hook of the accounts library refuses a
 * session without one to accounts with an authenticator app. See docs/decisions/0338.
 */

/** The accounts with a second factor. */
function accountsWithSecondFactor(db: Database) {
  return db.selectFrom("authenticators").select("uid").union(db.selectFrom("passkeys").select("uid"));
}

/** Whether an account has a second factor: an authenticator app or a passkey. */
export async function hasSecondFactor(db: Database, uid: string) {
  const factors = db.selectFrom(accountsWithSecondFactor(db).as("factors")).select("uid").where("uid", "=", uid);
  return (await factors.executeTakeFirst()) !== undefined;
}

/** Which of the accounts with a role have an authenticator app, and which a passkey. */
export async function readStaffSecondFactors(db: Database) {
  const staff = db.selectFrom("owners").select("uid");
  const authenticators = await db.selectFrom("authenticators").select("uid").where("uid", "in", staff).execute();
  const passkeys = await db.selectFrom("passkeys").select("uid").where("uid", "in", staff).execute();
  const uidsOf = (rows: { uid: string }[]) => new Set(rows.map(({ uid }) => uid));
  return { authenticators: uidsOf(authenticators), passkeys: uidsOf(passkeys) };
}

/** Whether an account has an authenticator app. Then its password or emailed code alone begins no session. */
export async function hasAuthenticator(db: Database, uid: string) {
  const found = await db.selectFrom("authenticators").select("uid").where("uid", "=", uid).executeTakeFirst();
  return found !== undefined;
}

/**
 * An account with an unconfirmed email may be a stranger's. With an app it would lock the mailbox's owner out, with a passkey the stranger would keep a way in.
 *
 * @throws AccountError EMAIL_NOT_VERIFIED
 */
export async function requireConfirmedEmail(db: Database, uid: string) {
  const user = await db.selectFrom("user").select("emailVerified").where("id", "=", uid).executeTakeFirst();
  if (!user?.emailVerified) throw new AccountError("EMAIL_NOT_VERIFIED");
}

/** Removes an account's authenticator app with its recovery codes. @returns false if it had none */
export async function deleteAuthenticator(transaction: Database, uid: string) {
  const removed = await transaction.deleteFrom("authenticators").where("uid", "=", uid).returning("uid").execute();
  await transaction.deleteFrom("recoveryCodes").where("uid", "=", uid).execute();
  return removed.length > 0;
}

/** Removes all second factors of an account. @returns false if it had none */
export async function deleteSecondFactors(transaction: Database, uid: string) {
  const hadAuthenticator = await deleteAuthenticator(transaction, uid);
  const passkeys = await transaction.deleteFrom("passkeys").where("uid", "=", uid).returning("id").execute();
  return hadAuthenticator || passkeys.length > 0;
}
