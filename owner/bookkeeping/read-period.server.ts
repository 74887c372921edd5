import { hasTransactions, type Period } from "#shop/bookkeeping/period.ts";
import type { Shop } from "#shop/shop.ts";
import { addDays, dayOf, isDay, whyTwoDays, yearFirst } from "#shop/values/days.ts";

const mostDays = 366;

/** The period that an address asks for, both days included; last month without one, or if it can't be used, with the problem. */
export function readPeriod(
  query: URLSearchParams,
  now: Date,
  timeZone: string,
): { period: Period; problem?: string | undefined } {
  const lastMonth = addDays(`${dayOf(now, timeZone).slice(0, 7)}-01`, -1);
  const standard = { from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth };
  const [from = "", to = ""] = ["from", "to"].map((name) => yearFirst(query.get(name) ?? ""));
  const problem = problemOf(from, to);
  if (problem) return { period: standard, problem: from || to ? `${problem} This is last month.` : undefined };
  return { period: { from, to } };
}

/**
 * The period that the screen shows. Without one in its address it is last month, which is the one to book, or the current one if nothing was sold
 * last month, so that a new shop sees its first sales.
 */
export async function readShownPeriod(
  { search, searchParams }: URL,
  db: Shop["db"],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ReturnType<typeof readPeriod>> {
  const asked = readPeriod(searchParams, now, timeZone);
  if (search) return asked;
  if (await hasTransactions(db, asked.period, timeZone)) return asked;
  const today = dayOf(now, timeZone);
  return { period: { from: `${today.slice(0, 7)}-01`, to: today } };
}

function problemOf(from: string, to: string) {
  const twoDays = whyTwoDays(from) ?? whyTwoDays(to);
  if (twoDays) return `${twoDays}.`;
  if (!isUsable(from) || !isUsable(to)) return "Choose a first and a last day.";
  if (from > to) return "The last day is before the first one.";
  return to > addDays(from, mostDays - 1) ? "Choose a year at most." : undefined;
}

/** Years that time zones know. */
function isUsable(day: string) {
  return isDay(day) && day >= "1970-01-02" && day <= "9000-01-01";
}
