import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";

/** The database's own time in milliseconds since 1970 (UTC), as a part of a query: one clock for all processes and machines. */
export function databaseTime(db: Database) {
  return engineOf(db) === "postgres"
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}
