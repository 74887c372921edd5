import { addDays, startOfDay } from "#shop/days.ts";
import type { OrderSearch } from "#shop/orders/find-orders.ts";
import { isOrderState, type OrderState } from "#shop/orders/order-life.ts";
import { readNewestOrOldest, readSearchText } from "./list-query.server.ts";
import { owed } from "./owed.ts";

/** What an address of the list of orders asks for, as it is shown again; what makes no sense is left out. */
export function readOrderQuery(given: URLSearchParams) {
  const state = given.get("state") ?? "";
  return {
    q: readSearchText(given),
    state: isOrderState(state) || state === owed ? (state as OrderState | typeof owed) : undefined,
    from: readDay(given.get("from")),
    to: readDay(given.get("to")),
    sort: readNewestOrOldest(given),
    after: given.get("after") ?? undefined,
  };
}

export type OrderQuery = ReturnType<typeof readOrderQuery>;

/** The same for the database. Days begin and end where the shop is. */
export function toOrderSearch(
  { q, state, from, to, sort, after }: OrderQuery,
  timeZone: string,
): Omit<OrderSearch, "limit"> {
  const [, createdAt, id] = /^(\d{1,16})-(\d{1,16})$/.exec(after ?? "") ?? [];
  return {
    text: q,
    ...(state === owed ? { isOwed: true } : { state }),
    sort,
    from: from ? startOfDay(from, timeZone) : undefined,
    until: to ? startOfDay(addDays(to, 1), timeZone) : undefined,
    after: id ? { createdAt: Number(createdAt), id: Number(id) } : undefined,
  };
}

/** Days of the year 9999 are left out: the last one's end has no day that can be written with four digits. */
function readDay(text: string | null) {
  return text && /^(?!9999)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
