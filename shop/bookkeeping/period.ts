import type { Database } from "#database/connect.ts";
import { addDays, startOfDay } from "../values/days.ts";
import { hasBooked, readTransactions } from "./read-transactions.ts";

/** Days, `YYYY-MM-DD`, both in the period, where the shop is. */
export interface Period {
  from: string;
  to: string;
}

/** A period in milliseconds since 1970 (UTC). */
export function momentsOf({ from, to }: Period, timeZone: string) {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) };
}

/** All transactions of a period by their own date, the oldest first. */
export function transactionsIn(db: Database, period: Period, timeZone: string) {
  const { from, until } = momentsOf(period, timeZone);
  return readTransactions(db, from, until);
}

/** Whether a period has a transaction. */
export function hasTransactions(db: Database, period: Period, timeZone: string) {
  const { from, until } = momentsOf(period, timeZone);
  return hasBooked(db, from, until);
}

/** The quarter of a day and the four before it, the newest first. @param day `YYYY-MM-DD` */
export function lastQuarters(day: string): { name: string; period: Period }[] {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const current = year * 4 + Math.floor((month - 1) / 3);
  const firstDay = (quarter: number) =>
    `${Math.floor(quarter / 4)}-${String((quarter % 4) * 3 + 1).padStart(2, "0")}-01`;
  return [0, 1, 2, 3, 4].map((back) => {
    const quarter = current - back;
    const period = { from: firstDay(quarter), to: addDays(firstDay(quarter + 1), -1) };
    return { name: `Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}`, period };
  });
}
