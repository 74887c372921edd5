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
  /** The methods that don't count, in words: an order has one. */
  leftOut?: string[];
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

type SentMethod = SentFulfillment["methods"][number];

/**
 * What a platform sent of the fulfillment: one method, of a type that the shop offers if there is any. The one in which it chose an option counts,
 * or else the first.
 */
export function chooseMethod(
  sent: SentFulfillment | undefined,
  offered: ReadonlySet<FulfillmentType>,
): ChosenFulfillment | undefined {
  const methods = sent?.methods ?? [];
  const possible = methods.filter((method) => {
    const type = typeOf(method);
    return type === undefined || offered.has(type);
  });
  const candidates = possible.length > 0 ? possible : methods;
  const method = candidates.find((method) => optionOf(method) !== undefined) ?? candidates[0];
  if (!method) return undefined;
  const leftOut = methods.flatMap((other, index) =>
    other === method ? [] : `method ${index + 1} (${typeOf(other) ?? "without a type"})`,
  );
  return {
    type: typeOf(method),
    destinations: withOwnIds(method.destinations ?? []),
    destinationId: method.selected_destination_id ?? undefined,
    optionId: optionOf(method),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function typeOf({ type, id }: SentMethod): FulfillmentType | undefined {
  return type ?? (id === "pickup" || id === "shipping" ? id : undefined);
}

function optionOf({ groups }: SentMethod) {
  return groups.find(({ selected_option_id }) => selected_option_id)?.selected_option_id ?? undefined;
}

/** Of several destinations with one id, the first keeps it. */
function withOwnIds(destinations: SentDestination[]): Destination[] {
  const taken = new Set<string | undefined>(destinations.map(({ id }) => id));
  const given = new Set<string>();
  return destinations.map((destination, index) => {
    let id = destination.id ?? "";
    for (let number = index + 1; id === "" || given.has(id); number++) {
      const next = `destination_${number}`;
      if (!taken.has(next)) id = next;
    }
    given.add(id);
    return { ...destination, id };
  });
}

/** The address that a platform chose, or the only one that it sent. */
export function chosenDestination({ destinations = [], destinationId }: Partial<ChosenFulfillment> = {}) {
  const chosen = destinations.find(({ id }) => id === destinationId);
  return chosen ?? (destinations.length === 1 && !destinationId ? destinations[0] : undefined);
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
