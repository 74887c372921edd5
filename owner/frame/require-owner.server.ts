import { data, type RouterContextProvider } from "react-router";
import { ownerContext } from "#web/owner-context.ts";

/** Only owners may change what is set up once. @returns the owner's email @throws 403 for staff */
export function requireOwner(context: Readonly<RouterContextProvider>) {
  const { email, role } = context.get(ownerContext);
  if (role !== "owner") throw data(null, 403);
  return email;
}
