import type { RouterContextProvider } from "react-router";
import { findNeighbors } from "#shop/orders/views/find-neighbors.ts";
import { shopContext } from "#web/request-context.ts";
import { listedOrderAddress, listOf, readList } from "./listed-order.ts";
import { readOrderQuery, toOrderSearch } from "./order-query.server.ts";

/** The addresses of the orders before and after one in the list that it was opened from. */
export async function readNeighbors(
  context: Readonly<RouterContextProvider>,
  orderNumber: string,
  given: URLSearchParams,
) {
  const list = readList(given);
  if (list === undefined) return undefined;
  const { reader, settings, now } = context.get(shopContext);
  const query = readOrderQuery(new URLSearchParams(list));
  const { after: _, ...search } = toOrderSearch(query, settings.timeZone, now());
  const { previous, next } = await findNeighbors(await reader(), orderNumber, search);
  const addressOf = (number: string | undefined) => number && listedOrderAddress(number, listOf(query));
  return { previous: addressOf(previous), next: addressOf(next) };
}
