import { useEffect, useState } from "react";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { knownArea } from "#shop/delivery/delivery-area.ts";
import { type Area, type DeliveryOption, defaultOption, optionsFor, timeOf } from "#shop/delivery/delivery-option.ts";
import type { KeptCheckout } from "./kept-checkout.ts";
import { readPlatformCheckout } from "./kept-platform-checkout.ts";

/**
 * The delivery option of a checkout; undefined where there is nothing to choose.
 *
 * @param area as far as the customer has typed it
 * @param discountedCents what the items cost, from which delivery may be free
 * @param kept what the customer chose before a reload, in place of what they chose at a platform
 */
export function useDelivery(
  { choice, places }: Pick<CheckoutTerms, "choice" | "places">,
  area: Area,
  discountedCents: number,
  { typed }: KeptCheckout,
) {
  const [platform, setPlatform] = useState<ReturnType<typeof readPlatformCheckout>>();
  const [chosenId = idOf(typed.delivery) ?? platform?.delivery, choose] = useState<number>();
  const [placeId = idOf(typed.pickupPlace) ?? platform?.pickupPlace, choosePlace] = useState<number>();
  useEffect(() => setPlatform(readPlatformCheckout()), []);
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

function idOf(kept: string | undefined) {
  return kept === undefined ? undefined : Number(kept);
}

/** What an order posts of its option and place. */
function postedDelivery(option: DeliveryOption, place: { id: number; name: string; address?: string } | undefined) {
  const seen = { name: option.name, ...timeOf(option) };
  if (!place) return { delivery: option.id, deliverySeen: seen };
  const line = [place.name, place.address].filter(Boolean).join(", ");
  return { delivery: option.id, pickupPlace: place.id, deliverySeen: { ...seen, place: line } };
}
