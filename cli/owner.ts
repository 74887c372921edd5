import { Command, Option } from "@commander-js/extra-typings";
import type { OwnerRole } from "#database/schema.ts";
import { setRole } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { normalizeEmail } from "#shop/values/email-address.ts";
import { roles } from "#shop/values/staff-roles.ts";
import { CommandError, type OpenShop, UsageError } from "./command.ts";

/** Gives an account a role, or removes it. */
export const ownerCommand = (open: OpenShop) =>
  new Command("owner")
    .description("give an account access to /owner")
    .argument("<EMAIL>", "one email")
    .addOption(new Option("--role <ROLE>", "what the account may do").choices(roles.map(({ role }) => role)))
    .option("--staff", "the role manager")
    .option("--remove", "end access")
    .option("--remove-second-step", "remove the account's second step, for someone who lost it")
    .action(async (email, { removeSecondStep, ...given }) => {
      if (removeSecondStep && Object.keys(given).length > 0)
        throw new UsageError("Use --remove-second-step without other options");
      if (removeSecondStep) return removeStep(await open(), email);
      const role = readRole(given);
      if (!(await setRole(await open(), email, role, "command line")))
        throw new CommandError(`No account found for ${email}`);
      if (!role) return console.log(`${email} no longer has a role in the shop`);
      console.log(`${email} is now ${role === "owner" ? "an owner" : `staff (${role})`}`);
    });

async function removeStep({ db, now }: Pick<Shop, "db" | "now">, email: string) {
  const account = await db
    .selectFrom("user")
    .select(["id", "email"])
    .where("email", "=", normalizeEmail(email))
    .executeTakeFirst();
  if (!account) throw new CommandError(`No account found for ${email}`);
  const person = { uid: account.id, email: account.email };
  // It brings Better Auth, a quarter of all modules, which no other command needs.
  const { removeSecondFactors } = await import("#shop/accounts/change-second-factor.ts");
  const isRemoved = await db.transaction().execute((trx) => removeSecondFactors(trx, person, now(), "command line"));
  console.log(isRemoved ? `${email} signs in without a second step` : `${email} has no second step`);
}

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
