import { deliveryCost } from "../delivery/delivery.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import { scaleCents } from "./share-cents.ts";
import type { Taxes } from "./taxes.ts";
import { decideVat, pricesAt } from "./treatment.ts";

/** The options that are an answer for a whole country: no pickup, and none for some postcodes only. */
export function optionsForCountries(options: DeliveryOption[]) {
  return options.filter(({ isPickup, postcodes }) => !isPickup && postcodes.length === 0);
}

/**
 * What delivering one piece of a product to a country costs: the option that customers get who choose none, at the price that the checkout charges
 * there.
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
