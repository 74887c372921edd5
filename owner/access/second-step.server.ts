import { type LoaderFunctionArgs, redirect } from "react-router";
import { createPendingCookie } from "#shop/accounts/pending-sign-in.ts";
import { readPasswordHash } from "#shop/accounts/prove-identity.ts";
import { missingSecondStep } from "#shop/owners/staff-second-step.ts";
import { withOrigin } from "#web/origin.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";

/**
 * Sends staff to the second step that the shop requires of them, or to where they set one up.
 *
 * @throws a redirect out of the back office
 */
export async function requireSecondStep({ context }: Pick<LoaderFunctionArgs, "context">) {
  const shop = context.get(shopContext);
  const { uid, secondFactorAt } = context.get(ownerContext);
  const missing = await missingSecondStep(shop, { uid, secondFactorAt });
  if (missing === undefined) return;
  if (missing === "setUp") throw redirect("/account?staff#two-step");
  const password = await readPasswordHash(shop.db, uid);
  const headers = new Headers([["set-cookie", await createPendingCookie(shop, { uid, password })]]);
  throw redirect(withOrigin("/sign-in/code", "owner"), { headers });
}
