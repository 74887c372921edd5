import { setDisabled } from "#shop/accounts/customer-account.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError, onlyArgument } from "./arguments.ts";

/** Ends an account's sessions and blocks its sign-in. */
export const disableCommand = {
  usage: "disable EMAIL",
  summary: "disable an account and sign it out everywhere",
  run: (shop: ShopDatabase, args: string[]) => change(shop, args, "disable"),
};

/** Lets a disabled account sign in again. */
export const enableCommand = {
  usage: "enable EMAIL",
  summary: "enable a disabled account",
  run: (shop: ShopDatabase, args: string[]) => change(shop, args, "enable"),
};

async function change(shop: ShopDatabase, args: string[], verb: "disable" | "enable") {
  const email = onlyArgument(args, `${verb} expects one email`);
  const found = await setDisabled(shop, email, verb === "disable", "command line");
  if (!found) throw new CommandError(`No account found for ${email}`);
  console.log(`${email} ${verb}d`);
}
