import { addDays, dayOf } from "../days.ts";

/** The day on which an order comes that is made at a moment: the estimate of every receipt. @param days how long delivery takes */
export function deliveryDay(ordered: number | Date, timeZone: string, days: number) {
  return addDays(dayOf(ordered, timeZone), days);
}
