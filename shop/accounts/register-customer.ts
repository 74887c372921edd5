import { type Connection, type Database, engineOf, isUniqueViolation } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { queueEvents } from "../events/queue-event.ts";
import { queueClaimedMail } from "../jobs/mail-queue.ts";
import { foldText } from "../text/fold-text.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import { type Accounts, hashPassword } from "./accounts.ts";
import { type Customer, nameKeys } from "./customer-account.ts";

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

interface NewAccount
  extends Pick<Customer, "firstname" | "lastname" | "dateOfBirth" | "street" | "city" | "zipCode" | "country"> {
  email: string;
  /** The password's. */
  hash: string;
  isVerified: boolean;
}

/** Adds an account and its customer, in the caller's transaction. @returns the account's id */
export async function insertAccount(transaction: Database, account: NewAccount, now: Date) {
  const { email, hash, isVerified, ...fields } = account;
  const uid = crypto.randomUUID();
  const engine = engineOf(transaction);
  const createdAt = timeValue(engine, now);
  const created = { createdAt, updatedAt: createdAt };
  const name = `${fields.firstname} ${fields.lastname}`;
  const emailVerified = booleanValue(engine, isVerified);
  await transaction
    .insertInto("user")
    .values({ id: uid, name, email, emailVerified, ...created })
    .execute();
  await transaction
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
  const none = { profilePicture: null, disabledAt: null };
  const keys = { ...nameKeys(fields), emailKey: foldText(email) };
  await transaction
    .insertInto("customers")
    .values({ uid, ...fields, ...keys, email, ...none, createdAt: now.getTime() })
    .execute();
  await queueEvents(transaction, [{ type: "customer.created", subject: uid }], now);
  return uid;
}
