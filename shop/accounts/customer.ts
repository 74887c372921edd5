import type { Database } from "#database/connect.ts";
import { changedFields, logChange } from "../owners/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import type { ProfileForm } from "./account-forms.ts";

/** A customer's own record, as they see it. `createdAt` is in milliseconds since 1970 (UTC). */
export interface Customer {
  uid: string;
  firstname: string;
  lastname: string;
  email: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  street: string;
  city: string;
  zipCode: string;
  country: string;
  profilePicture: string | null;
  createdAt: number;
}

/** The record of a customer. @throws when there is none */
export async function readCustomer(db: Database, uid: string): Promise<Customer> {
  const row = await db
    .selectFrom("customers")
    .select([
      "uid",
      "firstname",
      "lastname",
      "email",
      "dateOfBirth",
      "street",
      "city",
      "zipCode",
      "country",
      "profilePicture",
      "createdAt",
    ])
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return { ...row };
}

/** The address of a customer's picture; undefined without one. */
export async function readProfilePicture(db: Database, uid: string) {
  const row = await db.selectFrom("customers").select("profilePicture").where("uid", "=", uid).executeTakeFirst();
  return row?.profilePicture ?? undefined;
}

/** What happens to the picture when a profile is saved: it stays, goes, or gives way to a newly uploaded one. */
export type PictureChange = "keep" | "remove" | { newPictureId: string };

/** Saves what customers may change of their record. Pictures that they no longer use are deleted. */
export async function updateCustomer(db: Database, uid: string, form: ProfileForm, picture: PictureChange) {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("customers").set(form).where("uid", "=", uid).execute();
    if (picture === "keep") return;
    const chosen =
      picture === "remove"
        ? undefined
        : await trx
            .selectFrom("pictures")
            .select(["id", "url"])
            .where("id", "=", picture.newPictureId)
            .where("userId", "=", uid)
            .executeTakeFirst();
    if (picture !== "remove" && !chosen) return;
    await trx
      .updateTable("customers")
      .set({ profilePicture: chosen?.url ?? null })
      .where("uid", "=", uid)
      .execute();
    await trx
      .deleteFrom("pictures")
      .where("userId", "=", uid)
      .where("id", "!=", chosen?.id ?? "")
      .execute();
  });
}

/** All customers, newest first; for the shop's owner. */
export async function readCustomers(db: Database) {
  return db
    .selectFrom("customers")
    .innerJoin("user", "user.id", "customers.uid")
    .select([
      "uid",
      "firstname",
      "lastname",
      "customers.email",
      "emailVerified",
      "dateOfBirth",
      "street",
      "city",
      "zipCode",
      "country",
      "profilePicture",
      "customers.createdAt",
      "disabledAt",
    ])
    .orderBy("customers.createdAt", "desc")
    .orderBy("uid")
    .execute();
}

/**
 * Disables an account, which ends its sessions and its reset links, or enables it again; the log says so.
 *
 * @returns false when nobody has an account with this email
 */
export async function setDisabled(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  email: string,
  isDisabled: boolean,
  actor: string,
) {
  const uid = await db.transaction().execute((trx) => saveDisabled(trx, email, isDisabled, actor, now()));
  if (uid && isDisabled) await endSessions(db, uid);
  return uid !== undefined;
}

/** Writes down that an account is disabled, or isn't any more. `endSessions` follows. @returns the account's id; undefined without one */
export async function saveDisabled(
  transaction: Database,
  email: string,
  isDisabled: boolean,
  actor: string,
  now: Date,
) {
  const accounts = transaction.selectFrom("user").innerJoin("customers", "customers.uid", "user.id");
  const account = await accounts
    .select(["uid", "user.email", "disabledAt"])
    .where("user.email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (!account) return undefined;
  const fields = changedFields({ disabled: account.disabledAt !== null }, { disabled: isDisabled });
  if (fields.disabled) {
    const disabledAt = isDisabled ? now.getTime() : null;
    await transaction.updateTable("customers").set({ disabledAt }).where("uid", "=", account.uid).execute();
    const action = isDisabled ? "disabled" : "enabled";
    await logChange(transaction, { actor, kind: "customer", subject: account.email, action, fields }, now);
  }
  return account.uid;
}

/**
 * Ends the sessions and the reset links of an account that was disabled, once all can see that it is: a sign-in that is under way
 * looks after it has made its session.
 */
export async function endSessions(db: Database, uid: string) {
  await db.deleteFrom("session").where("userId", "=", uid).execute();
  await db.deleteFrom("verification").where("value", "=", uid).execute();
}
