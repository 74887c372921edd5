import type { RouterContextProvider } from "react-router";
import { readDeliveryRows, readPlaceRows } from "#shop/delivery/read-delivery.ts";
import { shopContext } from "#web/request-context.ts";
import type { DeliveryKind } from "./bulk-step.ts";

/** How the orders of a list reach their customers. */
export interface DeliveryFilter {
  /** What the list can be filtered by; none where the shop only sends orders one way. */
  options: { id: number; name: string }[];
  /** The same for pickup places; none where the shop has one. */
  places: { id: number; name: string }[];
  kind: DeliveryKind;
}

/** @param chosen the number of the option that the list is filtered by */
export async function readDeliveryFilter(
  context: Readonly<RouterContextProvider>,
  chosen: number | undefined,
): Promise<DeliveryFilter> {
  const { db } = context.get(shopContext);
  const rows = await readDeliveryRows(db);
  const hasPickup = rows.some(({ isPickup }) => isPickup);
  const option = rows.find(({ id }) => id === chosen);
  const places = hasPickup ? await readPlaceRows(db) : [];
  return {
    places: places.length > 1 ? places.map(({ id, name }) => ({ id, name })) : [],
    options: rows.length > 1 || hasPickup ? rows.map(({ id, name }) => ({ id, name })) : [],
    kind: option ? (option.isPickup ? "pickup" : "sent") : hasPickup ? "mixed" : "sent",
  };
}
