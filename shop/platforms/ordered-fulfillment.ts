import { parcelAddress } from "../delivery/full-address.ts";
import { pickupText } from "../delivery/pickup-place.ts";
import type { OrderDetails } from "../orders/views/read-order.ts";
import { orderArrival } from "../orders/views/receipt.ts";
import type { ShopSettings } from "../shop.ts";
import { foldText } from "../text/fold-text.ts";
import { countryNamed } from "../values/countries.ts";
import { formatDays } from "../values/days.ts";
import { defaultLocale } from "../values/locale.ts";
import type { Caller } from "./caller.ts";
import { lineItemId } from "./describe-selection.ts";
import type { CheckoutRow } from "./find-checkout.ts";
import type { Message } from "./refusal.ts";
import { type Destination, readSelection } from "./selection.ts";
import { deliveryName } from "./totals.ts";

type Settings = Pick<ShopSettings, "timeZone">;

/** The delivery that was bought, and how it differs from what the platform chose. The address is for signed requests: docs/decisions/0278. */
export function toOrderedFulfillment(order: OrderDetails, checkout: CheckoutRow, { shop, isSigned }: Caller) {
  const type = order.isPickup ? ("pickup" as const) : ("shipping" as const);
  const display_text = deliveryName(order);
  const line_item_ids = order.lines.map(({ productId }) => lineItemId(productId));
  const destination = orderedDestination(order, checkout);
  const place = pickupText(order)?.replaceAll("\n", ", ");
  const option = {
    ...{ id: String(checkout.deliveryOptionId ?? type), title: order.deliveryName ?? display_text },
    description: [describeArrival(order, shop.settings), place].filter(Boolean).join(". "),
    totals: [{ type: "total", display_text, amount: order.deliveryCents }],
  };
  const group = { id: "parcel", line_item_ids, selected_option_id: option.id, options: [option] };
  const method = {
    ...{ id: type, type, line_item_ids },
    ...(isSigned && destination && { destinations: [destination], selected_destination_id: destination.id }),
    groups: [group],
  };
  return { fulfillment: { methods: [method] }, messages: changesOf(order, checkout, destination) };
}

/** "Estimated delivery: December 1, 2026" */
export function describeArrival(order: OrderDetails, { timeZone }: Settings) {
  const day = formatDays(orderArrival(order, timeZone), defaultLocale);
  return order.isPickup ? `Ready for pickup: ${day}` : `Estimated delivery: ${day}`;
}

/**
 * The address that the platform sent, if the buyer ordered to it: another one that they typed in the shop is theirs. See docs/decisions/0271.
 */
export function orderedDestination(order: OrderDetails, checkout: CheckoutRow): Destination | undefined {
  const { destinations = [], destinationId } = readSelection(checkout).fulfillment ?? {};
  const sent = destinations.find(({ id }) => id === destinationId) ?? destinations[0];
  return sent && !order.isPickup && isOrderedTo(order, sent) ? sent : undefined;
}

function changesOf(order: OrderDetails, checkout: CheckoutRow, destination: Destination | undefined): Message[] {
  const { type, destinations = [] } = readSelection(checkout).fulfillment ?? {};
  const path = "$.fulfillment.methods[0]";
  if (type !== undefined && (type === "pickup") !== Boolean(order.isPickup)) {
    const content = order.isPickup ? "The buyer collects the order." : "The order is shipped.";
    return [{ type: "info", code: "fulfillment_changed", content, path: `${path}.type` }];
  }
  if (order.isPickup || destinations.length === 0 || destination) return [];
  return [{ type: "info", code: "address_changed", content: "The buyer changed the address in the shop.", path }];
}

function isOrderedTo(order: OrderDetails, sent: Destination) {
  const { street_address, extended_address, address_locality, postal_code, address_country = "" } = sent;
  const country = countryNamed(address_country)?.code;
  if (order.country !== null && country !== undefined && country !== order.country) return false;
  const text = wordsOf(parcelAddress(order));
  const all = [street_address, extended_address, address_locality, postal_code].map((part = "") => wordsOf(part));
  const parts = all.filter((part) => part.trim() !== "");
  return parts.length > 0 && parts.every((part) => text.includes(part));
}

/** Words between spaces, so that "Storgata 1" isn't in "Storgata 12". */
function wordsOf(text: string) {
  return ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
