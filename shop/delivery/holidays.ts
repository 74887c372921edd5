import { addDays } from "../values/days.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** By country and year. */
const known = new Map<string, Set<string>>();

/**
 * The public holidays of a country in a year, as days. The library takes 40 MB, so only a shop that skips them loads it. See docs/decisions/0284.
 *
 * @param country ISO 3166 code; one without known holidays has none
 */
export async function publicHolidays(country: string, year: number) {
  const key = `${country} ${year}`;
  const read = known.get(key);
  if (read) return read;
  const { default: Holidays } = await import("date-holidays");
  const found = new Holidays(country, { types: ["public"] }).getHolidays(year);
  const days = new Set(found.flatMap(daysOf));
  known.set(key, days);
  return days;
}

/** Some last for several days. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }) {
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
  return Array.from({ length: count }, (_, index) => addDays(date.slice(0, 10), index));
}
