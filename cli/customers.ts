import { Command } from "@commander-js/extra-typings";
import type { Database } from "#database/connect.ts";
import { readCustomers } from "#shop/accounts/customer-account.ts";
import { readWaitingCustomers } from "#shop/accounts/imported-customers.ts";
import { dayOf } from "#shop/values/days.ts";
import type { OpenShop } from "./command.ts";
import { printRows } from "./print.ts";

/** Lists the customers, newest first. */
export const customersCommand = (open: OpenShop) =>
  new Command("customers")
    .description("list the customers, newest first")
    .option("--json", "as one JSON array")
    .action(async ({ json }) => {
      const { db, settings } = await open();
      const rows = await listCustomers(db);
      const short = rows.map(({ firstname, lastname, email, city, emailVerified, disabled, createdAt }) => ({
        name: `${firstname} ${lastname}`,
        email,
        city,
        verified: emailVerified ? "yes" : "no",
        disabled: disabled ? "yes" : "no",
        since: dayOf(Date.parse(createdAt), settings.timeZone),
      }));
      printRows(json ? rows : short, { json, empty: "No customers yet" });
    });

/** Reads customers for `--json`, newest first, also those of the earlier shop who have no account yet. */
export async function listCustomers(db: Database) {
  const customers = await readCustomers(db);
  const accounts = customers.map(({ emailVerified, disabledAt, ...customer }) => ({
    ...customer,
    emailVerified: Boolean(emailVerified),
    disabled: disabledAt !== null,
  }));
  const waiting = (await readWaitingCustomers(db)).map(({ acceptsMarketing, ...customer }) => ({
    ...{
      ...customer,
      dateOfBirth: null,
      profilePicture: null,
      emailVerified: false,
      disabled: false,
      hasAccount: false,
    },
    acceptsMarketing: acceptsMarketing === null ? null : acceptsMarketing === 1,
  }));
  return [...accounts, ...waiting]
    .sort((one, other) => other.createdAt - one.createdAt)
    .map((customer) => ({ ...customer, createdAt: new Date(customer.createdAt).toISOString() }));
}
