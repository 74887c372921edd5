import { cartSubtotal } from "../cart/cart-reducer.ts";
import { chooseDelivery, DeliveryRefusedError } from "../checkout/choose-delivery.ts";
import { dependsOnArea, knownArea } from "../delivery/delivery-area.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import { type Country, countryNamed } from "../values/countries.ts";
import type { PricedLine } from "./price-items.ts";
import { errorMessage, type Message, warning } from "./refusal.ts";
import type { Destination, FulfillmentType, Selection } from "./selection.ts";

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
  const { type: wanted, destinations = [], destinationId } = selection.fulfillment ?? {};
  const has = (isPickup: boolean) => terms.options.some((option) => option.isPickup === isPickup);
  const isPickup = wanted === undefined || !has(wanted === "pickup") ? !has(false) : wanted === "pickup";
  const ofType = terms.options.filter((option) => option.isPickup === isPickup);
  if (isPickup) return { ...choosePickup(selection, { ...terms, options: ofType }), destinations };
  const chosen = destinations.find(({ id }) => id === destinationId);
  const destination = chosen ?? (destinations.length === 1 && !destinationId ? destinations[0] : undefined);
  const choice = { type: "shipping" as const, destinations, destination };
  const hasArea = dependsOnArea(terms.options, terms.countries);
  if (!destination) {
    const path = destinations.length > 0 ? `${methodPath}.selected_destination_id` : `${methodPath}.destinations`;
    const messages = [errorMessage("missing", "A shipping address is required.", "recoverable", path)];
    const offered = hasArea ? [] : ofType;
    return { ...choice, offered, option: defaultOption(offered, discountedCents(terms)), messages };
  }
  return { ...choice, ...chooseShipping(selection, destination, { ...terms, options: ofType, hasArea }) };
}

type Chosen = Pick<FulfillmentChoice, "offered" | "option" | "messages">;

function chooseShipping(
  { fulfillment }: Selection,
  { address_country = "", postal_code, id }: Destination,
  { options, countries, lines, discountCents, hasArea }: Terms & { hasArea: boolean },
): Chosen {
  // Where the area decides nothing, the shop's own checkout doesn't ask for it.
  const area = hasArea ? { country: countryNamed(address_country)?.code ?? "", zipCode: postal_code } : {};
  const form = { ...area, lines, discountCents };
  const delivery = fulfillment?.optionId === undefined ? undefined : Number(fulfillment.optionId);
  const first = chooseDelivery(options, { ...form, delivery }, countries);
  const isOther = first.refusal instanceof DeliveryRefusedError && first.refusal.errors.delivery !== undefined;
  const choice = isOther ? chooseDelivery(options, form, countries) : first;
  const messages = isOther ? [changedOption(first.refusal?.message ?? "")] : [];
  if (choice.option) return { offered: optionsFor(options, choice.area), option: choice.option, messages };
  const { refusal } = choice;
  const code = refusal instanceof DeliveryRefusedError ? "address_undeliverable" : "invalid_address";
  const position = fulfillment?.destinations.findIndex((destination) => destination.id === id) ?? 0;
  const text = Object.values(refusal.errors).join(". ");
  const error = errorMessage(code, text, "recoverable", `${methodPath}.destinations[${position}]`);
  return { offered: [], option: undefined, messages: [error] };
}

/** Nobody needs an address to collect an order; what is known of the buyer's area may rule out places. */
function choosePickup({ fulfillment, context }: Selection, terms: Terms) {
  const { address_country, postal_code } = context ?? {};
  const country = address_country && countryNamed(address_country)?.code;
  const nearby = optionsFor(terms.options, country ? knownArea({ country, zipCode: postal_code }) : {});
  const offered = nearby.length > 0 ? nearby : terms.options;
  const wanted = offered.find(({ id }) => String(id) === fulfillment?.optionId);
  const isGone = fulfillment?.optionId !== undefined && !wanted;
  return {
    ...{ type: "pickup" as const, destination: undefined, offered },
    option: wanted ?? defaultOption(offered, discountedCents(terms)),
    messages: isGone ? [changedOption("This pickup place isn't available. Please check your choice")] : [],
  };
}

function discountedCents({ lines, discountCents }: Terms) {
  return cartSubtotal(lines) - discountCents;
}

function changedOption(text: string) {
  return warning("fulfillment_changed", text, `${methodPath}.groups[0].selected_option_id`);
}
