import type { Database } from "#database/connect.ts";
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
 * Disables an account, which ends its sessions and its reset links, or enables it again.
 *
 * @returns false when nobody has an account with this email
 */
export async function setDisabled(db: Database, email: string, disabledAt: Date | null) {
  const customer = await db
    .updateTable("customers")
    .set({ disabledAt: disabledAt?.getTime() ?? null })
    .where("email", "=", email.toLowerCase())
    .returning("uid")
    .executeTakeFirst();
  if (customer && disabledAt) {
    // Only once all can see that the account is disabled: a sign-in that is under way looks after it has made its session.
    await db.deleteFrom("session").where("userId", "=", customer.uid).execute();
    await db.deleteFrom("verification").where("value", "=", customer.uid).execute();
  }
  return customer !== undefined;
}
