import type { Country } from "../values/countries.ts";
import { addDays, daysBetween, formatWeekdays, isWeekend, weekdayOf } from "../values/days.ts";
import type { Locale } from "../values/locale.ts";
import { arrivalKey, type DeliveryTime } from "./delivery.ts";
import { publicHolidays } from "./holidays.ts";
import { intervalsOn, parseHours } from "./opening-hours.ts";
import type { PickupPlace } from "./pickup-place.ts";

/** When an order of today arrives, in words, by `arrivalKey`: browsers can't reckon with days. */
export type ArrivalDays = Record<string, string>;

/** The first and the last day on which an order arrives. They are the same without a range. */
export interface Arrival {
  from: string;
  to: string;
}

/** Where an order is collected. */
type Place = Pick<PickupPlace, "country" | "hours">;

/**
 * When an order arrives. One that is collected is ready on a day on which its place is open.
 *
 * @param today in the shop's time zone
 * @param countries where the shop delivers: the holidays are those of the first one, which is the shop's own
 */
export async function arrivalOf(
  today: string,
  time: DeliveryTime,
  countries: Country[],
  place?: Place,
): Promise<Arrival> {
  const { days, daysFrom = days, skipsWeekends } = time;
  const country = countries[0]?.code ?? "";
  const add = (day: string, more: number) => (skipsWeekends ? addWorkingDays(day, more, country) : addDays(day, more));
  const from = await add(today, daysFrom);
  const to = await add(from, days - daysFrom);
  if (!place) return { from, to };
  const at = { ...place, country: place.country || country };
  return { from: await firstOpenDay(from, at), to: await firstOpenDay(to, at) };
}

/** Days. A place that is closed for longer has no known day on which it opens. */
const longestClosed = 14;

/** The first day on which a place is open, from a given day on. */
async function firstOpenDay(day: string, { country, hours }: Place) {
  if (hours === "") return day;
  const open = parseHours(hours);
  for (let later = 0, at = day; later < longestClosed; later++, at = addDays(at, 1)) {
    const holidays = await publicHolidays(country, Number(at.slice(0, 4)));
    if (intervalsOn(open, weekdayOf(at), holidays.has(at)).length > 0) return at;
  }
  return day;
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
export async function arrivalColumns(
  today: string,
  time: DeliveryTime | undefined,
  countries: Country[],
  place?: Place,
) {
  if (!time) return { deliveryDays: 0, deliveryDaysFrom: null };
  const { from, to } = await arrivalOf(today, time, countries, place);
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
