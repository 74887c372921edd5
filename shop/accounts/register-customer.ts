import { type Connection, isUniqueViolation } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { queueClaimedMail } from "../jobs/mail-queue.ts";
import { foldText } from "../text/fold-text.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import { type Accounts, hashPassword } from "./accounts.ts";
import { nameKeys } from "./customer-account.ts";

/**
 * Creates an account with its customer and queues the verification email, in one transaction. See docs/decisions/0002.
 *
 * @param from the page that asked to sign up; the email's link leads back to it
 * @returns the account's id, and the email for the caller to send immediately
 * @throws AccountError USER_ALREADY_EXISTS
 */
export async function registerCustomer(
  { db, engine }: Connection,
  accounts: Accounts,
  { email: typedEmail, password, confirmPassword: _, ...fields }: SignUpForm,
  now: Date,
  from?: string,
) {
  const email = normalizeEmail(typedEmail);
  const uid = crypto.randomUUID();
  const hash = await hashPassword(accounts, password);
  const createdAt = timeValue(engine, now);
  const created = { createdAt, updatedAt: createdAt };
  const none = { profilePicture: null, disabledAt: null };
  try {
    return await db.transaction().execute(async (trx) => {
      const name = `${fields.firstname} ${fields.lastname}`;
      const emailVerified = booleanValue(engine, false);
      await trx
        .insertInto("user")
        .values({ id: uid, name, email, emailVerified, ...created })
        .execute();
      await trx
        .insertInto("account")
        .values({
          id: crypto.randomUUID(),
          userId: uid,
          accountId: uid,
          providerId: "credential",
          password: hash,
          ...created,
        })
        .execute();
      await trx
        .insertInto("customers")
        .values({
          uid,
          ...fields,
          ...nameKeys(fields),
          email,
          emailKey: foldText(email),
          ...none,
          createdAt: now.getTime(),
        })
        .execute();
      return { uid, mail: await queueClaimedMail(trx, { kind: "verification", recipient: email, from }, now) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AccountError("USER_ALREADY_EXISTS");
    throw error;
  }
}
