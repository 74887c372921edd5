import type { Database } from "#database/connect.ts";
import { countHour, readKept } from "../bookkeeping/booked-hours.ts";
import { defaultCurrency } from "../values/currencies.ts";
import { createComparison, type Difference } from "./difference.ts";

/** What is kept of an hour's sales and refunds is what they add up to. */
export async function checkBookedHours(db: Database): Promise<Difference[]> {
  const all: Difference[] = [];
  for await (const { hour, sums } of readKept(db, 0, Number.MAX_SAFE_INTEGER)) {
    const { differences, compare } = createComparison(`Books of ${new Date(hour).toISOString()}`, defaultCurrency);
    compare("What the hour adds up to", JSON.stringify(await countHour(db, hour)), JSON.stringify(sums));
    all.push(...differences);
  }
  return all;
}
