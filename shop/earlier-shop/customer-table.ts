import { sql } from "kysely";
import { foldText } from "../text/fold-text.ts";
import type { EarlierCustomer } from "./customer-rows.ts";
import type { Content, KeptTable } from "./kept-rows.ts";

const columns = [
  ...["email", "firstname", "lastname", "street", "city", "zipCode", "country", "phone"],
  ...["acceptsMarketing", "marketingSince", "firstnameKey", "lastnameKey", "emailKey"],
];

/** Customers of the earlier shop. Those who have an account by now are their own. */
export const customerTable: KeptTable = {
  name: "importedCustomers",
  keyColumn: "email",
  columns,
  onlyNew: ["createdAt"],
  merge: mergeCustomer,
  isTaken: sql`"hasAccount" = 1`,
};

/** What a later file leaves out isn't forgotten. An answer comes with its date, or without one. */
function mergeCustomer(kept: Content, given: Content): Content {
  const said = Object.entries(given).filter(([, value]) => value !== "" && value !== null);
  const isSameAnswer = given.acceptsMarketing === null || given.acceptsMarketing === kept.acceptsMarketing;
  const marketingSince = given.marketingSince ?? (isSameAnswer ? kept.marketingSince : null);
  return { ...kept, ...Object.fromEntries(said), marketingSince: marketingSince ?? null };
}

/** @param now in milliseconds since 1970 (UTC) */
export function contentOfCustomer({ createdAt, ...customer }: EarlierCustomer, now: number): Content {
  const { firstname, lastname, email } = customer;
  const keys = { firstnameKey: foldText(firstname), lastnameKey: foldText(lastname), emailKey: foldText(email) };
  return { ...customer, ...keys, createdAt: createdAt ?? now };
}
