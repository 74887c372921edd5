import type { Database } from "#database/connect.ts";
import { addDays, startOfDay } from "../values/days.ts";
import { readTransactions } from "./read-transactions.ts";

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
