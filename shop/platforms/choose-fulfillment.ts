import { cartSubtotal } from "../cart/cart-reducer.ts";
import { chooseDelivery, DeliveryRefusedError } from "../checkout/choose-delivery.ts";
import { dependsOnArea, knownArea } from "../delivery/delivery-area.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
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
  destinations: Destination[];
  destination: Destination | undefined;
  /** Those of the type that are for the destination; none until it is known where that matters. */
  offered: DeliveryOption[];
  option: DeliveryOption | undefined;
  messages: Message[];
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
  const destinations = meant.fulfillment?.destinations ?? [];
  const messages = [...(isOther ? [notOffered(wanted)] : []), ...leftOutMethods(fulfillment?.leftOut)];
  return { ...chosen, type, destinations, messages: [...messages, ...chosen.messages] };
}

type Chosen = Pick<FulfillmentChoice, "destination" | "offered" | "option" | "messages">;
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

/** Collecting an order takes no address, but the buyer's area may rule out places. */
function choosePickup({ fulfillment, context }: Selection, terms: Terms) {
  const { address_country, postal_code } = context ?? {};
  const country = address_country && countryNamed(address_country)?.code;
  const nearby = optionsFor(terms.options, country ? knownArea({ country, zipCode: postal_code }) : {});
  const offered = nearby.length > 0 ? nearby : terms.options;
  const wanted = offered.find(({ id }) => String(id) === fulfillment?.optionId);
  const isGone = fulfillment?.optionId !== undefined && !wanted;
  return {
    ...{ destination: undefined, offered },
    option: wanted ?? defaultOption(offered, discountedCents(terms)),
    messages: isGone ? [changedOption("This pickup place isn't available. Please check your choice")] : [],
  };
}

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
