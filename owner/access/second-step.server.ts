import { type LoaderFunctionArgs, redirect } from "react-router";
import { createPendingCookie } from "#shop/accounts/pending-sign-in.ts";
import { readPasswordHash } from "#shop/accounts/prove-identity.ts";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { withOrigin } from "#web/origin.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";

/**
 * If the shop requires a second step of its staff, sends sessions without one to that step, and people without a second factor to where they set it up. The
 * latter include people whose second factor was removed after they signed in. See docs/decisions/0340.
 *
 * @throws a redirect out of the back office
 */
export async function requireSecondStep({ context }: Pick<LoaderFunctionArgs, "context">) {
  const shop = context.get(shopContext);
  const { uid, secondFactorAt } = context.get(ownerContext);
  if (!shop.settings.staffSecondStep) return;
  if (!(await hasSecondFactor(shop.db, uid))) throw redirect("/account?staff#two-step");
  if (secondFactorAt !== undefined) return;
  const password = await readPasswordHash(shop.db, uid);
  const headers = new Headers([["set-cookie", await createPendingCookie(shop, { uid, password })]]);
  throw redirect(withOrigin("/sign-in/code", "owner"), { headers });
}
