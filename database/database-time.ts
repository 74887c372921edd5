import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";

/** The database's own time in milliseconds since 1970 (UTC), as a part of a query: one clock for all processes and machines. */
export function databaseTime(db: Database) {
  return engineOf(db) === "postgres"
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** When a lease ends that is taken now for so many milliseconds, as a part of a query. */
export function leaseEnd(db: Database, leaseMs: number) {
  return sql<number>`${databaseTime(db)} + ${sql.lit(leaseMs)}`;
}

/** Whether the lease in `leasedUntil` has ended, as a part of a query. One that ends later than any can was taken before the clock was set back. */
export function leaseHasEnded(db: Database, leaseMs: number) {
  const until = sql.ref("leasedUntil");
  return sql<boolean>`(${until} <= ${databaseTime(db)} or ${until} > ${leaseEnd(db, leaseMs)})`;
}
