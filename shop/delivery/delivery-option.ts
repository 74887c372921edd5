import type { Country } from "../accounts/countries.ts";
import { type DeliveryTerms, deliveryCost, ownDelivery } from "../orders/delivery.ts";
import { type Area, isInPostcodes, locate } from "./address-area.ts";

/** A way in which the shop delivers, as customers choose it. */
export interface DeliveryOption extends DeliveryTerms {
  id: number;
  name: string;
  /** Where it delivers; empty for everywhere. */
  countries: Country[];
  /** `0001-1299`, `50*` or `5003`; empty for all. */
  postcodes: string[];
  /** Whether customers collect their orders: then it is for every address. */
  isPickup: boolean;
}

/**
 * The options for an address.
 *
 * @param shopCountries where the shop delivers: of an address that names no country, the only one is assumed
 */
export function optionsFor<Option extends DeliveryOption>(
  options: Option[],
  address: string,
  shopCountries: Country[],
): Option[] {
  if (!options.some(isLimited)) return options;
  const known = [...shopCountries, ...options.flatMap(({ countries }) => countries)];
  const area = locate(address, { known, assumed: shopCountries.length === 1 ? shopCountries[0] : undefined });
  return options.filter((option) => isFor(option, area));
}

/** Whether an option is for some addresses only. */
export function isLimited({ countries, postcodes, isPickup }: DeliveryOption) {
  return !isPickup && (countries.length > 0 || postcodes.length > 0);
}

function isFor(option: DeliveryOption, area: Area) {
  if (!isLimited(option)) return true;
  const { countries, postcodes } = option;
  return (
    (countries.length === 0 || countries.some(({ code }) => code === area.country)) &&
    (postcodes.length === 0 || isInPostcodes(area.postcodes, postcodes))
  );
}

/** The option that costs least, the first of several. Of equal ones, those that are delivered come before pickup. */
export function cheapestOption<Option extends DeliveryOption>(options: Option[], discountedCents: number) {
  const rank = (option: Option) => deliveryCost(option, discountedCents) * 2 + (option.isPickup ? 1 : 0);
  return options.toSorted((one, other) => rank(one) - rank(other))[0];
}

/** What pages say about delivery before an option is chosen: the terms of the cheapest one for most addresses. */
export function claimedTerms(options: DeliveryOption[]): DeliveryTerms {
  const delivered = options.filter(({ isPickup }) => !isPickup);
  const everywhere = delivered.filter((option) => !isLimited(option));
  const claimable = [everywhere, delivered, options].find(({ length }) => length > 0) ?? [];
  const { priceCents, freeFromCents, days } = cheapestOption(claimable, 0) as DeliveryOption;
  return {
    ...{ priceCents, freeFromCents, days },
    ...(options.length > 1 && { hasChoice: true }),
    ...(delivered.length === 0 && { isPickup: true }),
  };
}

/** What a checkout needs to offer a choice of options, or to know where its only one delivers. */
export interface DeliveryChoice {
  options: DeliveryOption[];
  /** Where the shop delivers. */
  countries: Country[];
}

/**
 * How a checkout delivers: by a choice of options, or by the terms of the only one; neither while those are the standard ones. An option
 * for some addresses, or pickup, is named even if it is the only one.
 */
export function checkoutDelivery({ options, countries }: DeliveryChoice): {
  choice?: DeliveryChoice;
  delivery?: DeliveryTerms;
} {
  if (options.length > 1 || options.some((option) => isLimited(option) || option.isPickup))
    return { choice: { options, countries } };
  const delivery = ownDelivery(claimedTerms(options));
  return delivery ? { delivery } : {};
}
