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
  /** Whether customers collect their orders. */
  isPickup: boolean;
  /** The address and opening hours of a pickup; "" for none. */
  pickupPlace?: string;
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
export function isLimited({ countries, postcodes }: DeliveryOption) {
  return countries.length > 0 || postcodes.length > 0;
}

function isFor(option: DeliveryOption, area: Area) {
  if (!isLimited(option)) return true;
  const { countries, postcodes } = option;
  return (
    (countries.length === 0 || countries.some(({ code }) => code === area.country)) &&
    (postcodes.length === 0 || isInPostcodes(area.postcodes, postcodes))
  );
}

/**
 * The option of a customer who hasn't chosen one: the cheapest that is delivered, the first of several. Pickup takes an effort that customers
 * choose themselves, so it is only the default where nothing is delivered.
 */
export function defaultOption<Option extends DeliveryOption>(options: Option[], discountedCents: number) {
  const cost = (option: Option) => deliveryCost(option, discountedCents);
  return deliveredFirst(options).toSorted((one, other) => cost(one) - cost(other))[0];
}

/** The options that are delivered; all of them where there is only pickup. */
function deliveredFirst<Option extends DeliveryOption>(options: Option[]) {
  const delivered = options.filter(({ isPickup }) => !isPickup);
  return delivered.length > 0 ? delivered : options;
}

/** What pages say about delivery before an option is chosen: the terms of the default one for most addresses. */
export function claimedTerms(options: DeliveryOption[]): DeliveryTerms {
  const candidates = deliveredFirst(options);
  const everywhere = candidates.filter((option) => !isLimited(option));
  const claimed = defaultOption(everywhere.length > 0 ? everywhere : candidates, 0) as DeliveryOption;
  const { priceCents, freeFromCents, days, isPickup } = claimed;
  return {
    ...{ priceCents, freeFromCents, days },
    ...(options.length > 1 && { hasChoice: true }),
    ...(isPickup && { isPickup }),
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
