import type { SelectQueryBuilder } from "kysely";
import type { Database } from "#database/connect.ts";

/** Lists count so many rows. Where there are more, they say only that. */
const mostCounted = 10_000;

/** A query for how many rows another one finds. @param most it counts no further; for lists one more than 10,000 */
export function countUpTo<Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, keyof Tables, Row>,
  most = mostCounted + 1,
) {
  // biome-ignore lint/suspicious/noExplicitAny: whatever it selects from, its rows are only counted.
  const some = rows.limit(most) as SelectQueryBuilder<any, any, any>;
  return db.selectFrom(some.as("counted")).select(({ fn }) => fn.countAll<number>().as("count"));
}

/** Whether rows weren't counted to the end. */
export function isMore(count: number) {
  return count > mostCounted;
}

/** A count as lists show it. */
export function shownCount(count: number) {
  return isMore(count) ? `${mostCounted.toLocaleString("en")}+` : String(count);
}

/** The sum of counts as lists show it. */
export function shownSum(counts: number[]) {
  const more = counts.find(isMore);
  return more === undefined ? String(counts.reduce((sum, count) => sum + count, 0)) : shownCount(more);
}
