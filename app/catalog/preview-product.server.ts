import type { RouterContextProvider } from "react-router";
import { peekSession } from "#shop/accounts/session-user.ts";
import { findProductAt } from "#shop/catalog/products/find-product-at.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { missingSecondStep } from "#shop/owners/staff-second-step.ts";
import { formatMoment } from "#shop/values/days.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";

/**
 * A product that shoppers don't see yet, for owners and staff alone, whose session could open the back office.
 *
 * @returns when it appears, in words; nothing for everyone else
 */
export async function previewProduct(request: Request, context: Readonly<RouterContextProvider>, segment: string) {
  const shop = context.get(shopContext);
  const { db, settings } = shop;
  const owner = await readOwner(db, context.get(userContext));
  if (!owner) return undefined;
  const { secondFactorAt } = await peekSession(shop, request.headers);
  if (await missingSecondStep(shop, { uid: owner.uid, secondFactorAt })) return undefined;
  const found = await findProductAt(db, segment);
  if (found?.product.publishAt == null) return undefined;
  // Other customers must never get it from a cache.
  context.get(cacheabilityContext).isFallback = true;
  return { ...found, scheduled: formatMoment(found.product.publishAt, settings) };
}
