import { addDays, dayOf } from "../days.ts";
import { deliveryDays } from "./terms.ts";

/** The day on which an order comes that is made at a moment: the estimate of every receipt. */
export function deliveryDay(ordered: number | Date, timeZone: string) {
  return addDays(dayOf(ordered, timeZone), deliveryDays);
}
