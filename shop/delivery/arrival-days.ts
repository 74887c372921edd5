import type { Country } from "../values/countries.ts";
import { addDays, daysBetween, formatWeekdays, isWeekend } from "../values/days.ts";
import type { Locale } from "../values/locale.ts";
import { arrivalKey, type DeliveryTime } from "./delivery.ts";
import { publicHolidays } from "./holidays.ts";

/** When an order of today arrives, in words, by `arrivalKey`: browsers can't reckon with days. */
export type ArrivalDays = Record<string, string>;

/** The first and the last day on which an order arrives. They are the same without a range. */
export interface Arrival {
  from: string;
  to: string;
}

/**
 * When an order arrives.
 *
 * @param today in the shop's time zone
 * @param countries where the shop delivers: the holidays are those of the first one, which is the shop's own
 */
export async function arrivalOf(today: string, time: DeliveryTime, countries: Country[]): Promise<Arrival> {
  const { days, daysFrom = days, skipsWeekends } = time;
  if (!skipsWeekends) return { from: addDays(today, daysFrom), to: addDays(today, days) };
  const country = countries[0]?.code ?? "";
  const from = await addWorkingDays(today, daysFrom, country);
  return { from, to: await addWorkingDays(from, days - daysFrom, country) };
}

async function addWorkingDays(day: string, days: number, country: string) {
  let arrival = day;
  for (let left = days; left > 0; ) {
    arrival = addDays(arrival, 1);
    const holidays = await publicHolidays(country, Number(arrival.slice(0, 4)));
    if (!isWeekend(arrival) && !holidays.has(arrival)) left--;
  }
  return arrival;
}

/** What an order keeps of its arrival, in days of the calendar: holidays are reckoned once. */
export async function arrivalColumns(today: string, time: DeliveryTime | undefined, countries: Country[]) {
  if (!time) return { deliveryDays: 0, deliveryDaysFrom: null };
  const { from, to } = await arrivalOf(today, time, countries);
  return {
    deliveryDays: daysBetween(today, to),
    deliveryDaysFrom: time.daysFrom === undefined ? null : daysBetween(today, from),
  };
}

/** "Friday 27 November", "27–30 November" */
export async function describeArrival(today: string, time: DeliveryTime, countries: Country[], locale: Locale) {
  return formatWeekdays(await arrivalOf(today, time, countries), locale);
}

/** All arrivals that a page may have to show. */
export async function arrivalDays(today: string, times: DeliveryTime[], countries: Country[], locale: Locale) {
  const arrivals: ArrivalDays = {};
  for (const time of times) arrivals[arrivalKey(time)] ??= await describeArrival(today, time, countries, locale);
  return arrivals;
}
