import { href } from "react-router";
import { withQuery } from "../addresses.ts";
import type { OrderQuery } from "./order-query.server.ts";

/** The parameter of an order's address that has the query of the list which it was opened from. */
const listParameter = "list";

/** The address of an order of a list, which its neighbors follow from. */
export function listedOrderAddress(orderNumber: string, list: string) {
  return withQuery(`/owner${href("/orders/:orderNumber", { orderNumber })}`, { [listParameter]: list });
}

/** A list as its orders' addresses have it. */
export function listOf({ after: _, ...query }: OrderQuery) {
  return withQuery("", query).slice(1);
}

/** The list that an order's address has, as text; undefined for an order that was opened from elsewhere. */
export function readList(given: URLSearchParams) {
  return given.get(listParameter) ?? undefined;
}
