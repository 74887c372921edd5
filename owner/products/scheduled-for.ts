import { isUpcoming, type Publication } from "#shop/catalog/fields/publication.ts";
import { formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";

/** When shoppers will see a product that they don't see yet, in words. */
export function scheduledFor(product: Publication, { now, settings }: { now: Date; settings: Regional }) {
  if (product.publishAt == null || !isUpcoming(product, now.getTime())) return undefined;
  return formatMoment(product.publishAt, settings);
}
