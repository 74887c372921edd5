import { addDays, isWeekend } from "../../values/days.ts";
import type { Order } from "./order.ts";
import { lastReturnDay } from "./return-requests.ts";

/** What decides when the period ends. */
export interface WithdrawalTerms {
  withdrawalDays: number;
  timeZone: string;
}

/**
 * The last day on which a consumer may withdraw: counted from the delivery, or until it is known from when it was to come at the latest. A period
 * doesn't end on a day off (Regulation 1182/71, article 3). See docs/decisions/0330.
 *
 * @param isHoliday whether a day is a public holiday
 * @returns undefined while it hasn't begun: before that, consumers may withdraw too
 */
export function lastWithdrawalDay(
  order: Pick<Order, "events" | "deliveryDays" | "isPickup">,
  { withdrawalDays: returnDays, timeZone }: WithdrawalTerms,
  isHoliday = (_day: string) => false,
): string | undefined {
  const isCollected = order.events.some(({ step }) => step === "delivered");
  if (order.isPickup && !isCollected) return undefined;
  let last = lastReturnDay(order, { returnDays, timeZone });
  while (last !== undefined && (isWeekend(last) || isHoliday(last))) last = addDays(last, 1);
  return last;
}
