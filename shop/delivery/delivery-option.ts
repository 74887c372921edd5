import type { Country } from "../values/countries.ts";
import { type DeliveryTerms, type DeliveryTime, deliveryCost, ownDelivery } from "./delivery.ts";
import { describeTime } from "./describe-delivery.ts";
import type { PickupPlace } from "./pickup-place.ts";
import { isInPostcodes } from "./postcode-rules.ts";

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
  /** Where they do, in the owner's order; left out where the shop names no place. */
  places?: PickupPlace[];
}

/** What decides where an order can be delivered, and how. Both are undefined as long as they aren't known. */
export interface Area {
  /** ISO 3166 code */
  country?: string | undefined;
  /** Empty in countries without postcodes. */
  zipCode?: string | undefined;
}

/** "Estimated delivery in 3 days", "Ready for pickup in 1 day" */
export function describeDays({ isPickup, ...option }: DeliveryTime & Pick<DeliveryOption, "isPickup">) {
  const time = describeTime(option);
  return isPickup ? `Ready for pickup in ${time}` : `Estimated delivery in ${time}`;
}

/** How long an option takes, alone. */
export function timeOf({ days, daysFrom, skipsWeekends }: DeliveryTime): DeliveryTime {
  return { days, ...(daysFrom !== undefined && { daysFrom }), ...(skipsWeekends && { skipsWeekends }) };
}

/** Whether an option is for some addresses only. */
export function isLimited({ countries, postcodes }: DeliveryOption) {
  return countries.length > 0 || postcodes.length > 0;
}

/** The options for an area. What isn't known of it yet excludes none. */
export function optionsFor<Option extends DeliveryOption>(options: Option[], { country, zipCode }: Area): Option[] {
  return options.filter(
    ({ countries, postcodes }) =>
      (country === undefined || countries.length === 0 || countries.some(({ code }) => code === country)) &&
      (zipCode === undefined || postcodes.length === 0 || isInPostcodes(zipCode, postcodes)),
  );
}

/**
 * The option of a customer who hasn't chosen one: the cheapest that is delivered, the first of several. Pickup takes an effort that customers
 * choose themselves, so it is only the default where nothing is delivered. See docs/decisions/0149.
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
  const { priceCents, freeFromCents, isPickup } = claimed;
  const others = candidates
    .filter((option) => option !== claimed && option.priceCents > 0)
    .map(({ priceCents, freeFromCents }) => ({ priceCents, freeFromCents }));
  return {
    ...{ priceCents, freeFromCents, ...timeOf(claimed) },
    ...(options.length > 1 && { hasChoice: true }),
    ...(others.length > 0 && { otherPrices: others }),
    ...(isPickup && { isPickup }),
  };
}

/**
 * How a checkout delivers: by a choice of options, or by the terms of the only one; neither while those are the standard ones. An option
 * for some addresses, or pickup, is named even if it is the only one.
 */
export function checkoutDelivery(options: DeliveryOption[]): { choice?: DeliveryOption[]; delivery?: DeliveryTerms } {
  if (options.length > 1 || options.some((option) => isLimited(option) || option.isPickup)) return { choice: options };
  const delivery = ownDelivery(claimedTerms(options));
  return delivery ? { delivery } : {};
}
