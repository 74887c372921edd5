import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";

/**
 * The id of a row that is added to a table of which acts can be undone. SQLite gives the highest id again once its row is deleted, and undoing what was done
 * to the deleted row would take the new one for it. PostgreSQL never gives one twice.
 */
export function unusedId(
  transaction: Database,
  table: "discounts" | "deliveryOptions" | "pickupPlaces",
): { id?: RawBuilder<number> } {
  if (engineOf(transaction) === "postgres") return {};
  return {
    id: sql<number>`(select coalesce(max(id), 0) + 1 from (
      select id from ${sql.table(table)}
      union all select cast(key as integer) from "actRows" where kind = ${table}
    ))`,
  };
}
