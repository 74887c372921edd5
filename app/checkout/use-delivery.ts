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
export function useDelivery({ choice }: Pick<CheckoutTerms, "choice">, area: Area, discountedCents: number) {
  const [chosenId, choose] = useState<number>();
  useEffect(() => choose(readPlatformCheckout()?.delivery), []);
  if (!choice) return undefined;
  const possible = optionsFor(choice, knownArea(area));
  const isNowhere = possible.length === 0;
  const offered = isNowhere ? choice : possible;
  // If none is for the area, it is the default of all.
  const option = offered.find(({ id }) => id === chosenId) ?? defaultOption(offered, discountedCents);
  return option && { ...describe(option, isNowhere), choice, possible, option, isNowhere, choose };
}

/** What the page shows of an option, and what it posts. */
function describe(option: DeliveryOption, isNowhere: boolean) {
  const { id, name } = option;
  return {
    terms: isNowhere ? { ...option, name: "Not to this address" } : option,
    posted: { delivery: id, deliverySeen: { name, ...timeOf(option) } },
  };
}
