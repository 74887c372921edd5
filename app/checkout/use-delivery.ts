import { useEffect, useState } from "react";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { knownArea } from "#shop/delivery/delivery-area.ts";
import { type Area, type DeliveryOption, defaultOption, optionsFor, timeOf } from "#shop/delivery/delivery-option.ts";
import { readPlatformCheckout } from "./kept-platform-checkout.ts";

/**
 * The delivery option of a checkout; undefined where there is nothing to choose.
 *
 * @param area as far as the customer has typed it
 * @param discountedCents what the items cost, from which delivery may be free
 */
export function useDelivery(
  { choice, places }: Pick<CheckoutTerms, "choice" | "places">,
  area: Area,
  discountedCents: number,
) {
  const [chosenId, choose] = useState<number>();
  const [placeId, choosePlace] = useState<number>();
  useEffect(() => {
    const kept = readPlatformCheckout();
    choose(kept?.delivery);
    choosePlace(kept?.pickupPlace);
  }, []);
  if (!choice) return undefined;
  const possible = optionsFor(choice, knownArea(area));
  const isNowhere = possible.length === 0;
  const offered = isNowhere ? choice : possible;
  // If none is for the area, it is the default of all.
  const option = offered.find(({ id }) => id === chosenId) ?? defaultOption(offered, discountedCents);
  const place = option?.places?.find(({ id }) => id === placeId) ?? option?.places?.[0];
  return (
    option && {
      terms: isNowhere ? { ...option, name: "Not to this address" } : option,
      ...{ choice, possible, option, place, isNowhere, choose, choosePlace },
      posted: postedDelivery(option, place && { ...place, ...places[place.id] }),
    }
  );
}

/** What an order posts of its option and place. */
function postedDelivery(option: DeliveryOption, place: { id: number; name: string; address?: string } | undefined) {
  const seen = { name: option.name, ...timeOf(option) };
  if (!place) return { delivery: option.id, deliverySeen: seen };
  const line = [place.name, place.address].filter(Boolean).join(", ");
  return { delivery: option.id, pickupPlace: place.id, deliverySeen: { ...seen, place: line } };
}
