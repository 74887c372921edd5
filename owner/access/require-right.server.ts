import { data, type LoaderFunctionArgs } from "react-router";
import { publishAccountEvent } from "#shop/accounts/sign-in-log.ts";
import { may } from "#shop/owners/rights.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { rightToOpen, rightToPost } from "./acts.ts";

/** Refuses what a role doesn't include: `acts.ts` lists the right that each act needs. @throws 403 */
export async function requireRight({ request, url, context, pattern }: LoaderFunctionArgs) {
  const { uid, role } = context.get(ownerContext);
  const route = pattern.replace(/^\/?/, "/");
  const isOpened = request.method === "GET" || request.method === "HEAD";
  const form = () => readForm(request.clone());
  const right = isOpened ? rightToOpen(route) : await rightToPost(route, { request, url, form });
  if (may(role, right)) return;
  publishAccountEvent({ message: "Back office refused", account: uid, reason: `${role} may not ${right}` });
  throw data(null, 403);
}
