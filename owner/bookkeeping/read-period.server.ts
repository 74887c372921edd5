import type { Period } from "#shop/bookkeeping/write-bookkeeping-csv.ts";
import { addDays, dayOf, isDay } from "#shop/days.ts";

const mostDays = 366;

/** The period that an address asks for, both days included; last month without one. At most a year, from its first day on. */
export function readPeriod(query: URLSearchParams, now: Date, timeZone: string): Period {
  const lastMonth = addDays(`${dayOf(now, timeZone).slice(0, 7)}-01`, -1);
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (!isUsable(from) || !isUsable(to) || from > to) return { from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth };
  const last = addDays(from, mostDays - 1);
  return { from, to: to < last ? to : last };
}

/** Years that time zones know. */
function isUsable(day: string) {
  return isDay(day) && day >= "1970-01-02" && day <= "9000-01-01";
}
