import { type Database, engineOf } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { nameKeys } from "./customer-account.ts";
import { detailsOf, readImportedCustomer } from "./imported-customers.ts";
import { insertAccount } from "./insert-account.ts";
import { deleteSecondFactors } from "./second-factor.ts";

const noDetails = { firstname: "", lastname: "", dateOfBirth: "", street: "", city: "", zipCode: "", country: "" };

/**
 * Gives the reader of a mailbox their account, in the caller's transaction: the one of its email, or a new one without a password, with what the
 * earlier shop knew. An account with an unconfirmed email may be a stranger's, so everything in it is removed. See docs/decisions/0283.
 *
 * @param email normalized
 * @returns the account's id; undefined for owners and staff
 */
export async function proveMailbox(transaction: Database, email: string, now: Date) {
  const account = await transaction
    .selectFrom("user")
    .innerJoin("customers", "customers.uid", "user.id")
    .leftJoin("owners", "owners.uid", "user.id")
    .select(["user.id", "emailVerified", "disabledAt", "role"])
    .where("user.email", "=", email)
    .executeTakeFirst();
  if (account?.role) return undefined;
  // Signing in to a disabled one is refused later.
  if (account && isOwnAccount(account)) return account.id;
  const imported = await readImportedCustomer(transaction, { email });
  const details = imported ? detailsOf(imported) : noDetails;
  if (!account) return insertAccount(transaction, { ...details, email, hash: null, isVerified: true }, now);
  await startAfresh(transaction, account.id, details, now);
  return account.id;
}

/** Whether only its owner can use an account. One with an unconfirmed email may be a stranger's. */
export function isOwnAccount({
  emailVerified,
  disabledAt,
}: {
  emailVerified: boolean | number;
  disabledAt: number | null;
}) {
  return Boolean(emailVerified) || disabledAt !== null;
}

/** Removes an account's password, second factors, sessions, links, cart and pictures, and replaces what was typed into it. */
async function startAfresh(transaction: Database, id: string, details: typeof noDetails, now: Date) {
  const engine = engineOf(transaction);
  const name = `${details.firstname} ${details.lastname}`.trim();
  const updatedAt = timeValue(engine, now);
  await transaction
    .updateTable("user")
    .set({ name, emailVerified: booleanValue(engine, true), updatedAt })
    .where("id", "=", id)
    .execute();
  await transaction.updateTable("account").set({ password: null, updatedAt }).where("userId", "=", id).execute();
  await transaction.deleteFrom("session").where("userId", "=", id).execute();
  await transaction.deleteFrom("verification").where("value", "=", id).execute();
  await deleteSecondFactors(transaction, id);
  await transaction.deleteFrom("carts").where("userId", "=", id).execute();
  await transaction.deleteFrom("pictures").where("userId", "=", id).execute();
  await transaction
    .updateTable("customers")
    .set({ ...details, ...nameKeys(details), profilePicture: null })
    .where("uid", "=", id)
    .execute();
}
