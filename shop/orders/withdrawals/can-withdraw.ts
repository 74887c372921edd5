import type { Database } from "#database/connect.ts";
import { isUnderEuConsumerLaw } from "../../settings/consumer-law.ts";
import type { LiveSettings } from "../../shop.ts";
import { dayOf } from "../../values/days.ts";
import { readEvents } from "../state/events.ts";
import type { Order, OrderLine } from "../state/order.ts";
import { keptLines } from "../state/returned-items.ts";
import { lastWithdrawalDay } from "../state/withdrawal-period.ts";
import type { OrderPage } from "../views/read-order.ts";

type Terms = Pick<LiveSettings, "countries" | "withdrawalDays" | "timeZone">;

/** States in which there is nothing to withdraw from any more. */
const overStates: Order["state"][] = ["cancelled", "returned", "refunded"];

/** Whether an order is within its period to withdraw, which includes the time before it is sent. */
export function canWithdraw(
  order: Pick<Order, "state" | "events" | "deliveryDays" | "isPickup"> & {
    lines: Pick<OrderLine, "productId" | "quantity">[];
  },
  terms: Terms,
  now: Date,
) {
  if (!isUnderEuConsumerLaw(terms) || overStates.includes(order.state)) return false;
  if (keptLines(order).length === 0) return false;
  const lastDay = lastWithdrawalDay(order, terms);
  return lastDay === undefined || dayOf(now, terms.timeZone) <= lastDay;
}

/** The numbers of those of some orders that are within their period. */
export async function findWithdrawable(db: Database, orders: OrderPage["orders"], terms: Terms, now: Date) {
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  if (numbers.length === 0 || !isUnderEuConsumerLaw(terms)) return new Set<string>();
  const rows = await db
    .selectFrom("orders")
    .select(["id", "orderNumber"])
    .where("orderNumber", "in", numbers)
    .execute();
  const ids = new Map(rows.map(({ id, orderNumber }) => [orderNumber, id]));
  const events = await readEvents(db, [...ids.values()]);
  const open = orders.filter((order) =>
    canWithdraw({ ...order, events: events.get(ids.get(order.orderNumber) ?? 0) ?? [] }, terms, now),
  );
  return new Set(open.map(({ orderNumber }) => orderNumber));
}
