import { addDays, formatWeekday } from "../values/days.ts";
import type { Locale } from "../values/locale.ts";

/** The day on which an order of today arrives, by days of delivery: browsers can't reckon with days. */
export type ArrivalDays = Record<number, string>;

/** @param today in the shop's time zone */
export function arrivalDays(today: string, days: number[], locale: Locale): ArrivalDays {
  return Object.fromEntries(days.map((count) => [count, formatWeekday(addDays(today, count), locale)]));
}
