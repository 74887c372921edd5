import { addDays, startOfDay } from "#shop/days.ts";
import type { OrderSearch } from "#shop/orders/find-orders.ts";
import { isOrderState } from "#shop/orders/order-life.ts";
import { readNewestOrOldest, readSearchText } from "./list-query.server.ts";
import { isRefundList, type RefundList } from "./order-lists.ts";

/** What an address of the list of orders asks for, as it is shown again; what makes no sense is left out. */
export function readOrderQuery(given: URLSearchParams) {
  const state = given.get("state") ?? "";
  return {
    q: readSearchText(given),
    state: isOrderState(state) || isRefundList(state) ? state : undefined,
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
    ...(state && isRefundList(state) ? refundSearches[state] : { state }),
    sort,
    from: from ? startOfDay(from, timeZone) : undefined,
    until: to ? startOfDay(addDays(to, 1), timeZone) : undefined,
    after: id ? { createdAt: Number(createdAt), id: Number(id) } : undefined,
  };
}

const refundSearches = {
  owed: { isOwed: true },
  "failed-refund": { hasFailedRefund: true },
  "pending-refund": { hasPendingRefund: true },
} satisfies Record<RefundList, Partial<OrderSearch>>;

/** Days of the year 9999 are left out: the last one's end has no day that can be written with four digits. */
function readDay(text: string | null) {
  return text && /^(?!9999)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
