import { isOrderState } from "#shop/orders/state/state-machine.ts";
import type { OrderSearch } from "#shop/orders/views/find-orders.ts";
import { addDays, dayOf, isDay, startOfDay, yearFirst } from "#shop/values/days.ts";
import { readNewestOrOldest, readNumber, readSearchText } from "../lists/list-query.server.ts";
import { isOrderList, type OrderList } from "./order-lists.ts";

/** Orders on a page of the list. */
export const ordersPerPage = 50;

/** Parses the URL of the order list. Invalid parameters are dropped. */
export function readOrderQuery(given: URLSearchParams) {
  const state = given.get("state") ?? "";
  return {
    q: readSearchText(given),
    state: isOrderState(state) || isOrderList(state) ? state : undefined,
    from: readDay(given.get("from")),
    to: readDay(given.get("to")),
    delivery: readNumber(given.get("delivery")),
    place: readNumber(given.get("place")),
    sort: readNewestOrOldest(given),
    after: given.get("after") ?? undefined,
  };
}

export type OrderQuery = ReturnType<typeof readOrderQuery>;

/** Translates a parsed URL into a database search. Days follow the shop's time zone. */
export function toOrderSearch(
  { q, state, from, to, delivery, place, sort, after }: OrderQuery,
  timeZone: string,
  now: Date,
): Omit<OrderSearch, "limit"> {
  const [, createdAt, id] = /^(\d{1,16})-(\d{1,16})$/.exec(after ?? "") ?? [];
  return {
    text: q,
    ...(state && isOrderList(state) ? listSearches(dayOf(now, timeZone))[state] : { state }),
    deliveryOptionId: delivery,
    pickupPlaceId: place,
    sort,
    from: from ? startOfDay(from, timeZone) : undefined,
    until: to ? startOfDay(addDays(to, 1), timeZone) : undefined,
    after: id ? { createdAt: Number(createdAt), id: Number(id) } : undefined,
  };
}

const listSearches = (today: string): Record<OrderList, Partial<OrderSearch>> => ({
  "to-send": { isToSend: true },
  unpaid: { isUnpaid: true },
  overdue: { overdueOn: today },
  returns: { hasOpenReturn: true },
  owed: { isRefundDue: true },
  "failed-refund": { hasFailedRefund: true },
  "pending-refund": { hasPendingRefund: true },
  refunds: { hasRefund: true },
  disputed: { hasOpenDispute: true },
});

function readDay(text: string | null) {
  const day = yearFirst(text ?? "");
  return isDay(day) ? day : undefined;
}
