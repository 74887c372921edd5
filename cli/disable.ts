import { Command } from "@commander-js/extra-typings";
import { setDisabled } from "#shop/accounts/customer-account.ts";
import { CommandError, type OpenShop } from "./command.ts";

/** Ends an account's sessions and blocks its sign-in. */
export const disableCommand = (open: OpenShop) =>
  changeCommand(open, "disable").description("disable an account and sign it out everywhere");

/** Lets a disabled account sign in again. */
export const enableCommand = (open: OpenShop) => changeCommand(open, "enable").description("enable a disabled account");

function changeCommand(open: OpenShop, verb: "disable" | "enable") {
  return new Command(verb).argument("<EMAIL>", "one email").action(async (email) => {
    const found = await setDisabled(await open(), email, verb === "disable", "command line");
    if (!found) throw new CommandError(`No account found for ${email}`);
    console.log(`${email} ${verb}d`);
  });
}
