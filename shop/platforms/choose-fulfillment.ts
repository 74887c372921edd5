import { cartSubtotal } from "../cart/cart-reducer.ts";
import { chooseDelivery, DeliveryRefusedError } from "../checkout/choose-delivery.ts";
import { dependsOnArea, knownArea } from "../delivery/delivery-area.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import type { PickupPlace } from "../delivery/pickup-place.ts";
import { type Country, countryNamed } from "../values/countries.ts";
import { checkDestination } from "./check-destination.ts";
import type { PricedLine } from "./price-items.ts";
import { errorMessage, type Message, warning } from "./refusal.ts";
import {
  type ChosenFulfillment,
  chosenDestination,
  type Destination,
  type FulfillmentType,
  type Selection,
} from "./selection.ts";

/** How an order reaches its buyer, as far as that is known. */
export interface FulfillmentChoice {
  type: FulfillmentType;
  /** Addresses that the platform sent, or the shop's places. */
  destinations: (Destination | RetailLocation)[];
  destination: Destination | RetailLocation | undefined;
  /** Where the order is collected, if the shop names places. */
  place?: PickupPlace | undefined;
  /** Those of the type that are for the destination; none until it is known where that matters. */
  offered: DeliveryOption[];
  option: DeliveryOption | undefined;
  messages: Message[];
}

/** A pickup place as platforms read it (https://ucp.dev/2026-04-08/specification/fulfillment). */
interface RetailLocation {
  id: string;
  name: string;
  address: Pick<Destination, "street_address" | "postal_code" | "address_locality" | "address_country">;
}

interface Terms {
  options: DeliveryOption[];
  /** Where the shop delivers. */
  countries: Country[];
  lines: PricedLine[];
  discountCents: number;
}

const methodPath = "$.fulfillment.methods[0]";

/** Chooses among the shop's delivery options, by the rules of its own checkout. */
export function chooseFulfillment(selection: Selection, terms: Terms): FulfillmentChoice {
  const { fulfillment } = selection;
  const wanted = fulfillment?.type;
  const has = (isPickup: boolean) => terms.options.some((option) => option.isPickup === isPickup);
  const isPickup = wanted === undefined || !has(wanted === "pickup") ? !has(false) : wanted === "pickup";
  const type = isPickup ? "pickup" : "shipping";
  const isOther = wanted !== undefined && wanted !== type;
  const meant = isOther ? { ...selection, fulfillment: undefined } : selection;
  const ofType = { ...terms, options: terms.options.filter((option) => option.isPickup === isPickup) };
  const chosen = isPickup
    ? choosePickup(meant, ofType)
    : chooseShipping(meant, { ...ofType, hasArea: dependsOnArea(terms.options, terms.countries) });
  const sent = meant.fulfillment?.destinations ?? [];
  const messages = [...(isOther ? [notOffered(wanted)] : []), ...leftOutMethods(fulfillment?.leftOut)];
  return { destinations: sent, ...chosen, type, messages: [...messages, ...chosen.messages] };
}

type Chosen = Omit<FulfillmentChoice, "type" | "destinations"> & Partial<FulfillmentChoice>;
type ShippingTerms = Terms & {
  /** Whether the area decides anything. */
  hasArea: boolean;
};

type OptionTerms = ShippingTerms & { optionId: string | undefined; path: string };

function chooseShipping({ fulfillment }: Selection, terms: ShippingTerms): Chosen {
  const { destinations = [], optionId }: Partial<ChosenFulfillment> = fulfillment ?? {};
  const destination = chosenDestination(fulfillment);
  const path = `${methodPath}.destinations[${destination ? destinations.indexOf(destination) : 0}]`;
  const faults = destination
    ? checkDestination(destination, terms.countries, path)
    : [missingDestination(destinations)];
  if (destination && faults.length === 0)
    return { destination, ...chooseOption(destination, { ...terms, optionId, path }) };
  const offered = terms.hasArea ? [] : terms.options;
  return { destination, offered, option: defaultOption(offered, discountedCents(terms)), messages: faults };
}

function missingDestination(destinations: Destination[]) {
  const field = destinations.length > 0 ? "selected_destination_id" : "destinations";
  return errorMessage("missing", "A shipping address is required.", "recoverable", `${methodPath}.${field}`);
}

function chooseOption(
  { address_country = "", postal_code }: Destination,
  { options, countries, lines, discountCents, hasArea, optionId, path }: OptionTerms,
): Omit<Chosen, "destination"> {
  // Where the area decides nothing, the shop's own checkout doesn't ask for it.
  const area = hasArea ? { country: countryNamed(address_country)?.code ?? "", zipCode: postal_code } : {};
  const form = { ...area, lines, discountCents };
  const delivery = optionId === undefined ? undefined : Number(optionId);
  const first = chooseDelivery(options, { ...form, delivery }, countries);
  const isOther = first.refusal instanceof DeliveryRefusedError && first.refusal.errors.delivery !== undefined;
  const choice = isOther ? chooseDelivery(options, form, countries) : first;
  const messages = isOther ? [changedOption(first.refusal?.message ?? "")] : [];
  if (choice.option) return { offered: optionsFor(options, choice.area), option: choice.option, messages };
  const text = Object.values(choice.refusal.errors).join(". ");
  const error = errorMessage("address_undeliverable", text, "recoverable", path);
  return { offered: [], option: undefined, messages: [error] };
}

/**
 * Collecting an order takes no address, but the buyer's area may rule out places. The place that is chosen decides which options there are, besides
 * those without one. See docs/decisions/0354.
 */
function choosePickup({ fulfillment, context }: Selection, terms: Terms): Chosen {
  const { optionId, destinationId }: Partial<ChosenFulfillment> = fulfillment ?? {};
  const { address_country, postal_code } = context ?? {};
  const country = address_country && countryNamed(address_country)?.code;
  const nearby = optionsFor(terms.options, country ? knownArea({ country, zipCode: postal_code }) : {});
  const possible = nearby.length > 0 ? nearby : terms.options;
  const places = possible.flatMap((option) => option.places ?? []);
  const asked = places.find(({ id }) => String(id) === destinationId);
  const isFor = (option: DeliveryOption) => !asked || !option.places?.length || option.places.includes(asked);
  const wanted = possible.find(({ id }) => String(id) === optionId);
  const option =
    wanted && isFor(wanted)
      ? wanted
      : (possible.find(({ places }) => asked && places?.includes(asked)) ??
        defaultOption(possible, discountedCents(terms)));
  const place = option?.places?.find((place) => place === asked) ?? option?.places?.[0];
  const offered = place ? possible.filter(({ places }) => !places?.length || places.includes(place)) : possible;
  return {
    ...{ destination: place && toLocation(place), place, offered, option },
    ...(places.length > 0 && { destinations: places.map(toLocation) }),
    messages: [
      ...(destinationId !== undefined && places.length > 0 && !asked ? [changedPlace] : []),
      ...(optionId !== undefined && !wanted ? [changedOption(pickupGone)] : []),
    ],
  };
}

function toLocation({ id, name, street, zipCode, city, country }: PickupPlace): RetailLocation {
  const address = {
    ...(street && { street_address: street }),
    ...(zipCode && { postal_code: zipCode }),
    ...(city && { address_locality: city }),
    ...(country && { address_country: country }),
  };
  return { id: String(id), name, address };
}

const pickupGone = "This pickup place isn't available. Please check your choice";
const changedPlace = warning("fulfillment_changed", pickupGone, `${methodPath}.selected_destination_id`);

function discountedCents({ lines, discountCents }: Terms) {
  return cartSubtotal(lines) - discountCents;
}

function notOffered(type: FulfillmentType) {
  const text =
    type === "pickup" ? "Pickup isn't offered: orders are shipped." : "Shipping isn't offered: orders are picked up.";
  return warning("fulfillment_changed", text, `${methodPath}.type`);
}

function leftOutMethods(leftOut: string[] = []) {
  if (leftOut.length === 0) return [];
  const text = `All items of an order have one method and one destination. Left out: ${leftOut.join(", ")}.`;
  return [warning("fulfillment_changed", text, "$.fulfillment.methods")];
}

function changedOption(text: string) {
  return warning("fulfillment_changed", text, `${methodPath}.groups[0].selected_option_id`);
}
