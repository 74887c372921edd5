import { Command, Option } from "@commander-js/extra-typings";
import type { OwnerRole } from "#database/schema.ts";
import { setRole } from "#shop/owners/owners.ts";
import { roles } from "#shop/owners/rights.ts";
import { CommandError, type OpenShop, UsageError } from "./command.ts";

/** Gives an account a role, or removes it. */
export const ownerCommand = (open: OpenShop) =>
  new Command("owner")
    .description("give an account access to /owner")
    .argument("<EMAIL>", "one email")
    .addOption(new Option("--role <ROLE>", "what the account may do").choices(roles.map(({ role }) => role)))
    .option("--staff", "the role manager")
    .option("--remove", "end access")
    .action(async (email, given) => {
      const role = readRole(given);
      if (!(await setRole(await open(), email, role, "command line")))
        throw new CommandError(`No account found for ${email}`);
      if (!role) return console.log(`${email} no longer has a role in the shop`);
      console.log(`${email} is now ${role === "owner" ? "an owner" : `staff (${role})`}`);
    });

interface Given {
  role?: OwnerRole | undefined;
  staff?: true | undefined;
  remove?: true | undefined;
}

/** @returns undefined to remove the role @throws UsageError */
function readRole({ role, staff, remove }: Given): OwnerRole | undefined {
  if (staff && remove) throw new UsageError("Use --staff or --remove, not both");
  if (role && (staff || remove)) throw new UsageError(`Use --role or --${staff ? "staff" : "remove"}, not both`);
  if (remove) return undefined;
  return staff ? "manager" : (role ?? "owner");
}
