import { Command } from "@commander-js/extra-typings";
import { setRole } from "#shop/owners/owners.ts";
import { CommandError, type OpenShop, UsageError } from "./command.ts";

/** Gives an account a role, or removes it. */
export const ownerCommand = (open: OpenShop) =>
  new Command("owner")
    .description("give an account access to /owner")
    .argument("<EMAIL>", "one email")
    .option("--staff", "everything except settings and roles")
    .option("--remove", "end access")
    .action(async (email, { staff, remove }) => {
      if (staff && remove) throw new UsageError("Use --staff or --remove, not both");
      const role = staff ? "staff" : "owner";
      if (!(await setRole(await open(), email, remove ? undefined : role, "command line")))
        throw new CommandError(`No account found for ${email}`);
      if (remove) return console.log(`${email} no longer has a role in the shop`);
      console.log(`${email} is now ${role === "owner" ? "an owner" : "staff"}`);
    });
