import type { RouterContextProvider } from "react-router";
import { findProductAt } from "#shop/catalog/products/find-product-at.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { formatMoment } from "#shop/values/days.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";

/**
 * A product that shoppers don't see yet, for owners and staff alone.
 *
 * @returns when it appears, in words; nothing for everyone else
 */
export async function previewProduct(context: Readonly<RouterContextProvider>, segment: string) {
  const { db, settings } = context.get(shopContext);
  if (!(await readOwner(db, context.get(userContext)))) return undefined;
  const found = await findProductAt(db, segment);
  if (found?.product.publishAt == null) return undefined;
  // Other customers must never get it from a cache.
  context.get(cacheabilityContext).isFallback = true;
  return { ...found, scheduled: formatMoment(found.product.publishAt, settings) };
}
