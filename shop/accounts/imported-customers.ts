import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ImportedCustomersTable } from "#database/schema.ts";
import { normalizeEmail } from "../values/email-address.ts";

/** Customers of the earlier shop who have no account yet. See docs/decisions/0210. */
export function waitingCustomers(db: Database) {
  return db.selectFrom("importedCustomers").where("hasAccount", "=", 0);
}

/** What the earlier shop knew of the reader of a mailbox. */
export function readImportedCustomer(db: Database, by: { email: string } | { id: string }) {
  const [column, value] = "id" in by ? (["id", by.id] as const) : (["email", normalizeEmail(by.email)] as const);
  return db.selectFrom("importedCustomers").selectAll().where(column, "=", value).executeTakeFirst();
}

/** What the earlier shop knew becomes the customer's. It has no dates of birth. */
export function detailsOf(imported: Selectable<ImportedCustomersTable>) {
  const { firstname, lastname, street, city, zipCode, country } = imported;
  return { firstname, lastname, dateOfBirth: "", street, city, zipCode, country };
}

/** Newest first. @param ids only these */
export function readWaitingCustomers(db: Database, ids?: string[]) {
  return waitingCustomers(db)
    .select(["id as uid", "firstname", "lastname", "email", "street", "city", "zipCode", "country", "phone"])
    .select(["acceptsMarketing", "createdAt"])
    .$if(ids !== undefined, (query) => query.where("id", "in", ids as string[]))
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .execute();
}
