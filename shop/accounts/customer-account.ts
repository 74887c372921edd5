import type { Database } from "#database/connect.ts";
import { changedFields, logChange } from "../changes/change-log.ts";
import type { ShopDatabase } from "../shop.ts";
import { foldText } from "../text/fold-text.ts";
import { type Country, countryNamed } from "../values/countries.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { cityLines } from "../values/postal-address.ts";
import type { ProfileForm } from "./account-forms.ts";

/** What customers see of their own record. `createdAt` is in milliseconds since 1970 (UTC). */
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

export type PictureChange = "keep" | "remove" | { newPictureId: string };

/** Saves a profile form, and deletes pictures that the profile no longer uses. */
export async function updateCustomer(db: Database, uid: string, form: ProfileForm, picture: PictureChange) {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("customers")
      .set({ ...form, ...nameKeys(form) })
      .where("uid", "=", uid)
      .execute();
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

/** Gives a customer the names that their account lacks, in the caller's transaction. */
export async function completeName(
  transaction: Database,
  uid: string,
  typed: { firstname?: string | undefined; lastname?: string | undefined },
) {
  if (!typed.firstname && !typed.lastname) return;
  const known = await transaction
    .selectFrom("customers")
    .select(["firstname", "lastname"])
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!known) return;
  const names = {
    firstname: known.firstname || (typed.firstname ?? ""),
    lastname: known.lastname || (typed.lastname ?? ""),
  };
  await transaction
    .updateTable("customers")
    .set({ ...names, ...nameKeys(names) })
    .where("uid", "=", uid)
    .execute();
}

/** A customer's names folded, as searches compare them. */
export function nameKeys({ firstname, lastname }: Pick<Customer, "firstname" | "lastname">) {
  return { firstnameKey: foldText(firstname), lastnameKey: foldText(lastname) };
}

/** Newest first. @param uids only these */
export async function readCustomers(db: Database, uids?: string[]) {
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
    .$if(uids !== undefined, (query) => query.where("uid", "in", uids as string[]))
    .where("customers.deletedAt", "is", null)
    .orderBy("customers.createdAt", "desc")
    .orderBy("uid")
    .execute();
}

/** Disables or enables an account, and logs it. @returns false when no account has this email */
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

/** Callers run `endSessions` after the transaction. @returns the account's id; undefined when no account has this email */
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
    .where("user.email", "=", normalizeEmail(email))
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
 * Ends a disabled account's sessions and reset links. It runs after `saveDisabled` was committed: a sign-in under way checks the
 * flag again after it created its session (`start-session.ts`).
 */
export async function endSessions(db: Database, uid: string) {
  await db.deleteFrom("session").where("userId", "=", uid).execute();
  await db.deleteFrom("verification").where("value", "=", uid).execute();
}

type Address = Pick<Customer, "street" | "zipCode" | "city" | "country">;

/** A customer's address, line by line as its country writes it. */
export function addressLinesOf({ street, zipCode, city, country }: Address) {
  return [street, ...cityLines(city, zipCode, countryNamed(country)?.code), country].filter(Boolean);
}

/**
 * A customer's address on one line, as a checkout suggests it: "Storgata 1, 0155 Oslo, Norway".
 *
 * @param hasArea whether the checkout has fields for country and zip code: "Storgata 1, Oslo"
 */
export function billingAddressOf(address: Address, { hasArea = false } = {}) {
  const parts = hasArea ? [address.street, address.city] : addressLinesOf(address);
  return parts.filter(Boolean).join(", ");
}

/** The country and zip code that a checkout suggests; no country where the shop doesn't deliver to the customer's. */
export function areaOf({ zipCode, country }: Address, countries: Country[]) {
  const code = countries.find(({ name }) => name === country)?.code;
  return { zipCode, ...(code && { country: code }) };
}
