import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { PlatformCartsTable, PlatformCheckoutsTable } from "#database/schema.ts";
import type { ItemRequest } from "../cart/add-items.ts";
import type { Buyer, Context, SentDestination, SentFulfillment } from "./selection-form.ts";

/** What a platform chose, with the title and price that it was told; both are missing for a product that the shop didn't have then. */
export interface ChosenItem extends ItemRequest {
  priceCents?: number;
}

/** An address that a platform sent, with the id by which it is chosen. */
export type Destination = SentDestination & { id: string };

export type FulfillmentType = "shipping" | "pickup";

/** How a platform chose that an order reaches its buyer. */
export interface ChosenFulfillment {
  type?: FulfillmentType | undefined;
  destinations: Destination[];
  destinationId?: string | undefined;
  /** The id of a delivery option, as a text. */
  optionId?: string | undefined;
}

/** What a platform chose for its buyer. */
export interface Selection {
  items: ChosenItem[];
  codes: string[];
  buyer?: Buyer | undefined;
  context?: Context | undefined;
  fulfillment?: ChosenFulfillment | undefined;
}

type Stored = Pick<Selectable<PlatformCartsTable>, "items" | "codes" | "buyer" | "context"> &
  Partial<Pick<Selectable<PlatformCheckoutsTable>, "fulfillment">>;

export function readSelection({ items, codes, buyer, context, fulfillment }: Stored): Selection {
  return {
    items: JSON.parse(items),
    codes: JSON.parse(codes),
    buyer: parseOptional(buyer),
    context: parseOptional(context),
    fulfillment: parseOptional(fulfillment),
  };
}

export function writeSelection({ items, codes, buyer, context }: Selection) {
  const stringify = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    ...{ items: JSON.stringify(items), codes: JSON.stringify(codes) },
    ...{ buyer: stringify(buyer), context: stringify(context) },
  };
}

function parseOptional(json: string | null | undefined) {
  return json ? JSON.parse(json) : undefined;
}

/**
 * What a platform sent of the fulfillment. The method in which it chose an option counts, or else the first.
 *
 * @param before the addresses that the checkout had: a method that leaves them out keeps them
 */
export function chooseMethod(sent: SentFulfillment | undefined, before: Destination[]): ChosenFulfillment | undefined {
  const methods = sent?.methods ?? [];
  const optionOf = ({ groups }: (typeof methods)[number]) =>
    groups.find(({ selected_option_id }) => selected_option_id)?.selected_option_id ?? undefined;
  const method = methods.find((method) => optionOf(method) !== undefined) ?? methods[0];
  if (!method) return undefined;
  const destinations = method.destinations?.map((destination, index) => ({
    ...destination,
    id: destination.id || `destination_${index + 1}`,
  }));
  return {
    type: method.type ?? (method.id === "pickup" || method.id === "shipping" ? method.id : undefined),
    destinations: destinations ?? before,
    destinationId: method.selected_destination_id ?? undefined,
    optionId: optionOf(method),
  };
}

/** Unguessable: ids and links are all that a stranger would need. */
export function createId(noun: "cart" | "checkout" | "order") {
  return `${noun}_${createLink()}`;
}

/** Whether a text can be one of our ids or links. */
export function isId(text: string) {
  return /^[\w-]{1,60}$/.test(text);
}

/** The last part of an address. */
export function createLink() {
  return randomBytes(18).toString("base64url");
}
