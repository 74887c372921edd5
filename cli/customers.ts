import { parseArgs } from "node:util";
import { readCustomers } from "#shop/accounts/customer.ts";
import type { Shop } from "#shop/open-shop.ts";
import { printRows } from "./table.ts";

/** Lists the customers, newest first. */
export const customersCommand = {
  usage: "customers [--json]",
  summary: "list the customers, newest first",
  async run({ db }: Shop, args: string[]) {
    const { json } = parseArgs({ args, options: { json: { type: "boolean" } } }).values;
    const customers = await readCustomers(db);
    const rows = customers.map(({ emailVerified, disabledAt, createdAt, ...customer }) => ({
      ...customer,
      emailVerified: Boolean(emailVerified),
      disabled: disabledAt !== null,
      createdAt: new Date(createdAt).toISOString(),
    }));
    const short = rows.map(({ firstname, lastname, email, city, emailVerified, disabled, createdAt }) => ({
      name: `${firstname} ${lastname}`,
      email,
      city,
      verified: emailVerified ? "yes" : "no",
      disabled: disabled ? "yes" : "no",
      since: createdAt.slice(0, 10),
    }));
    printRows(json ? rows : short, { json, empty: "No customers yet" });
  },
};
