import { Command } from "@commander-js/extra-typings";
import { listCustomers } from "#shop/accounts/customer-json.ts";
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
        name: `${firstname} ${lastname}`.trim(),
        email,
        city,
        verified: emailVerified ? "yes" : "no",
        disabled: disabled ? "yes" : "no",
        since: dayOf(Date.parse(createdAt), settings.timeZone),
      }));
      printRows(json ? rows : short, { json, empty: "No customers yet" });
    });
