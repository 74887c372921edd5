import type { RouterContextProvider } from "react-router";
import { peekSession } from "#shop/accounts/session-user.ts";
import { readDraft } from "#shop/catalog/products/draft-products.ts";
import { findProductAt } from "#shop/catalog/products/find-product-at.ts";
import { readOwner } from "#shop/owners/owners.ts";
import { may } from "#shop/owners/rights.ts";
import { missingSecondStep } from "#shop/owners/staff-second-step.ts";
import { formatMoment } from "#shop/values/days.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";

/**
 * A product that shoppers don't see yet, for owners and staff alone, whose session could open the back office. A draft is for those who may publish
 * it, and is found by its ID. See docs/decisions/0408.
 *
 * @returns what its page says of it; nothing for everyone else
 */
export async function previewProduct(request: Request, context: Readonly<RouterContextProvider>, segment: string) {
  const shop = context.get(shopContext);
  const { db, settings } = shop;
  const owner = await readOwner(db, context.get(userContext));
  if (!owner) return undefined;
  const { secondFactorAt } = await peekSession(shop, request.headers);
  if (await missingSecondStep(shop, { uid: owner.uid, secondFactorAt })) return undefined;
  const found = await findProductAt(db, segment);
  const draft = !found && may(owner.role, "catalog") ? await readDraft(db, segment) : undefined;
  const publishAt = found?.product.publishAt;
  if (!draft && publishAt == null) return undefined;
  // Other customers must never get it from a cache.
  context.get(cacheabilityContext).isFallback = true;
  if (draft) return { product: draft, isArchived: false, isDraft: true, note: draftNote };
  return found && { ...found, isDraft: false, note: scheduledNote(formatMoment(Number(publishAt), settings)) };
}

const draftNote = "Preview of a draft. Shoppers see this product once it is published.";

function scheduledNote(from: string) {
  return `Preview for you and your staff. Shoppers see this product from ${from}.`;
}
