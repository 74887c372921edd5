import type { RouterContextProvider } from "react-router";
import { readDeliveryRows } from "#shop/delivery/read-delivery.ts";
import { shopContext } from "#web/request-context.ts";
import type { DeliveryKind } from "./bulk-step.ts";

/** How the orders of a list reach their customers. */
export interface DeliveryFilter {
  /** What the list can be filtered by; none where the shop only sends orders one way. */
  options: { id: number; name: string }[];
  kind: DeliveryKind;
}

/** @param chosen the number of the option that the list is filtered by */
export async function readDeliveryFilter(
  context: Readonly<RouterContextProvider>,
  chosen: number | undefined,
): Promise<DeliveryFilter> {
  const rows = await readDeliveryRows(context.get(shopContext).db);
  const hasPickup = rows.some(({ isPickup }) => isPickup);
  const option = rows.find(({ id }) => id === chosen);
  return {
    options: rows.length > 1 || hasPickup ? rows.map(({ id, name }) => ({ id, name })) : [],
    kind: option ? (option.isPickup ? "pickup" : "sent") : hasPickup ? "mixed" : "sent",
  };
}
