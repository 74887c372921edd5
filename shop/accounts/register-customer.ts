import { type Connection, isUniqueViolation } from "#database/connect.ts";
import { queueClaimedMail } from "../jobs/mail-queue.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import { type Accounts, hashPassword } from "./accounts.ts";
import { insertAccount } from "./insert-account.ts";

/**
 * Creates an account with its customer and queues the verification email, in one transaction. See docs/decisions/0002.
 *
 * @param from the page that asked to sign up; the email's link leads back to it
 * @returns the account's id, and the email for the caller to send immediately
 * @throws AccountError USER_ALREADY_EXISTS
 */
export async function registerCustomer(
  { db }: Connection,
  accounts: Accounts,
  { email: typedEmail, password, confirmPassword: _, ...fields }: SignUpForm,
  now: Date,
  from?: string,
) {
  const email = normalizeEmail(typedEmail);
  const hash = await hashPassword(accounts, password);
  try {
    return await db.transaction().execute(async (trx) => {
      const uid = await insertAccount(trx, { ...fields, email, hash, isVerified: false }, now);
      return { uid, mail: await queueClaimedMail(trx, { kind: "verification", recipient: email, from }, now) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AccountError("USER_ALREADY_EXISTS");
    throw error;
  }
}
