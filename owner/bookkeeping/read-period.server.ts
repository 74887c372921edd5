import type { Period } from "#shop/bookkeeping/period.ts";
import { addDays, dayOf, isDay } from "#shop/values/days.ts";

const mostDays = 366;

/** The period that an address asks for, both days included; last month without one, or if it can't be used, with the problem. */
export function readPeriod(
  query: URLSearchParams,
  now: Date,
  timeZone: string,
): { period: Period; problem?: string | undefined } {
  const lastMonth = addDays(`${dayOf(now, timeZone).slice(0, 7)}-01`, -1);
  const standard = { from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth };
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const problem = problemOf(from, to);
  if (problem) return { period: standard, problem: from || to ? `${problem} This is last month.` : undefined };
  return { period: { from, to } };
}

function problemOf(from: string, to: string) {
  if (!isUsable(from) || !isUsable(to)) return "Choose a first and a last day.";
  if (from > to) return "The last day is before the first one.";
  return to > addDays(from, mostDays - 1) ? "Choose a year at most." : undefined;
}

/** Years that time zones know. */
function isUsable(day: string) {
  return isDay(day) && day >= "1970-01-02" && day <= "9000-01-01";
}
