import type { Area } from "./delivery-option.ts";
import { type KeptPlace, keptPlace } from "./pickup-place.ts";

/**
 * Where an order is sold, which decides its VAT: where it goes, or where its place is. A place without a country is the shop itself.
 *
 * @param area where its customer lives
 */
export function saleArea(area: Area, isPickup: boolean, place?: Pick<KeptPlace, "country" | "zipCode">) {
  if (!isPickup || !place?.country) return { ...area, isPickup };
  return { country: place.country, zipCode: place.zipCode || undefined, isPickup: false };
}

/** Country and zip code in which a placed order was sold; neither for one that was collected at the shop itself. */
export function soldIn(order: {
  country: string | null;
  zipCode: string | null;
  isPickup: 0 | 1;
  pickup: string | null;
}) {
  const { country, zipCode } = order;
  const sold = saleArea(
    { country: country ?? undefined, zipCode: zipCode ?? undefined },
    order.isPickup === 1,
    keptPlace(order),
  );
  return sold.isPickup
    ? { country: null, zipCode: null }
    : { country: sold.country ?? null, zipCode: sold.zipCode ?? null };
}
