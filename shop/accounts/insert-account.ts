import { type Database, engineOf, isUniqueViolation } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { queueEvents } from "../events/queue-event.ts";
import { foldText } from "../text/fold-text.ts";
import { type Customer, nameKeys } from "./customer-account.ts";

interface NewAccount
  extends Pick<Customer, "firstname" | "lastname" | "dateOfBirth" | "street" | "city" | "zipCode" | "country"> {
  email: string;
  /** The password's; null without one, until a reset link sets it. */
  hash: string | null;
  isVerified: boolean;
}

/** Adds an account and its customer, in the caller's transaction. @returns the account's id */
export async function insertAccount(transaction: Database, account: NewAccount, now: Date) {
  const { email, hash, isVerified, ...fields } = account;
  const uid = crypto.randomUUID();
  const engine = engineOf(transaction);
  const createdAt = timeValue(engine, now);
  const created = { createdAt, updatedAt: createdAt };
  const name = `${fields.firstname} ${fields.lastname}`.trim();
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

/** Runs a transaction that may add an account. Someone may sign up with its email at this moment: then it runs again, and finds their account. */
export async function repeatAfterSignUp<Result>(save: () => Promise<Result>) {
  return save().catch((error) => {
    if (isUniqueViolation(error)) return save();
    throw error;
  });
}
