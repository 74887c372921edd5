import { parseArgs } from "node:util";
import { setRole } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, onlyOf, UsageError } from "./arguments.ts";

/** Gives an account a role, or removes it. */
export const ownerCommand = {
  usage: "owner EMAIL [--staff] [--remove]",
  summary: "give an account access to /owner; --staff: everything except settings and roles; --remove: end access",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { staff: { type: "boolean" }, remove: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const email = onlyOf(positionals, "owner expects one email");
    if (values.staff && values.remove) throw new UsageError("Use --staff or --remove, not both");
    const role = values.staff ? "staff" : "owner";
    if (!(await setRole(shop, email, values.remove ? undefined : role, "command line")))
      throw new CommandError(`No account found for ${email}`);
    if (values.remove) return console.log(`${email} no longer has a role in the shop`);
    console.log(`${email} is now ${role === "owner" ? "an owner" : "staff"}`);
  },
};
