import { setDisabled } from "#shop/accounts/customer.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError } from "./command-error.ts";
import { onlyArgument } from "./only-argument.ts";

/** Disables an account: its sessions end, and nobody signs in with it until it is enabled again. */
export const disableCommand = {
  usage: "disable EMAIL",
  summary: "disable an account and end its sessions",
  run: (shop: ShopDatabase, args: string[]) => change(shop, args, "disable"),
};

/** Lets a disabled account sign in again. */
export const enableCommand = {
  usage: "enable EMAIL",
  summary: "enable a disabled account",
  run: (shop: ShopDatabase, args: string[]) => change(shop, args, "enable"),
};

async function change(shop: ShopDatabase, args: string[], verb: "disable" | "enable") {
  const email = onlyArgument(args, `${verb} takes one email`);
  const found = await setDisabled(shop, email, verb === "disable", "command line");
  if (!found) throw new CommandError(`Nobody has an account with ${email}`);
  console.log(`${email} is ${verb}d`);
}
