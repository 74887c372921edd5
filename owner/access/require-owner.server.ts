import { data, type RouterContextProvider } from "react-router";
import { publishAccountEvent } from "#shop/accounts/sign-in-log.ts";
import { ownerContext } from "#web/owner-context.ts";

/** Only owners may change what is set up once. @returns the owner's email @throws 403 for staff */
export function requireOwner(context: Readonly<RouterContextProvider>) {
  const { uid, email, role } = context.get(ownerContext);
  if (role === "owner") return email;
  publishAccountEvent({ message: "Back office refused", account: uid, reason: "owners only" });
  throw data(null, 403);
}
