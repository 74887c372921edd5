import { isUnderEuConsumerLaw } from "../../settings/consumer-law.ts";
import type { LiveSettings } from "../../shop.ts";
import { dayOf } from "../../values/days.ts";
import type { Order, OrderLine } from "../state/order.ts";
import { keptLines } from "../state/returned-items.ts";
import { lastWithdrawalDay } from "../state/withdrawal-period.ts";

type Terms = Pick<LiveSettings, "countries" | "withdrawalDays" | "timeZone">;

/** States in which there is nothing to withdraw from any more. */
export const overStates: Order["state"][] = ["cancelled", "returned", "refunded"];

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
