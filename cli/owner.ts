import { parseArgs } from "node:util";
import { setRole } from "#shop/owners/owners.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { onlyOf } from "./only-argument.ts";

/** Makes an account an owner, who runs the shop on its own screens, or ends that. */
export const ownerCommand = {
  usage: "owner EMAIL [--staff] [--remove]",
  summary: "let an account run the shop at /owner; --staff: all but settings and roles; --remove: no more",
  async run(shop: ShopDatabase, args: string[]) {
    const options = { staff: { type: "boolean" }, remove: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const email = onlyOf(positionals, "owner takes one email");
    if (values.staff && values.remove) throw new UsageError("owner takes --staff or --remove, not both");
    const role = values.staff ? "staff" : "owner";
    const account = await setRole(shop, email, values.remove ? undefined : role, "command line");
    if (!account) throw new CommandError(`Nobody has an account with ${email}`);
    if (values.remove) return console.log(`${email} has no role in the shop any more`);
    console.log(`${email} is ${role === "owner" ? "an owner" : "staff"}`);
    if (!account.isVerified) console.log("It counts once the account's email is verified");
  },
};
