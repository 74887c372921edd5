import { deliveryCost } from "../delivery/delivery.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import { scaleCents } from "./share-cents.ts";
import type { Taxes } from "./taxes.ts";
import { decideVat, pricesAt } from "./treatment.ts";

/** How many countries a product's delivery prices name, in feeds and in pages for search engines. */
export const mostDeliveryCountries = 100;

/** The options that deliver to whole countries: no pickup, and none that is limited to some postcodes. */
export function optionsForCountries(options: DeliveryOption[]) {
  return options.filter(({ isPickup, postcodes }) => !isPickup && postcodes.length === 0);
}

/**
 * What delivering one piece of a product to a country costs: by the default option, at the checkout's price for that country.
 *
 * @param today `YYYY-MM-DD`
 * @returns undefined where nothing is delivered
 */
export function deliveryPriceTo(
  country: string,
  priceCents: number,
  { options, taxes, today }: { options: DeliveryOption[]; taxes: Taxes; today: string },
) {
  const option = defaultOption(optionsFor(optionsForCountries(options), { country }), priceCents);
  if (!option) return undefined;
  const treatment = decideVat(taxes, { country, goodsCents: priceCents });
  const { deliveryFactor } = pricesAt(taxes, treatment, today)({ priceCents, vatRate: null });
  const cents = deliveryCost(option, priceCents);
  return { option, cents: deliveryFactor ? scaleCents(cents, ...deliveryFactor) : cents };
}
