import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import type { Schema } from "./schema.ts";

const rowsPerStatement = 100;

/**
 * Inserts many rows in the way that each engine takes the quickest: PostgreSQL reads them from one parameter, SQLite takes
 * some at a time by a statement that stays prepared.
 *
 * @param columns all that the rows have
 * @param json a list of the rows
 * @param conflict what happens to rows whose key is there (`on conflict …`)
 */
export async function insertRows<Table extends keyof Schema & string>(
  db: Database,
  {
    table,
    columns,
    json,
    conflict = sql``,
  }: {
    table: Table;
    columns: (keyof Schema[Table] & string)[];
    json: string;
    conflict?: RawBuilder<unknown>;
  },
) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(table)} (${names})`;
  if (engineOf(db) === "postgres") {
    const rows = sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
    await sql`${into} select ${names} from ${rows} ${conflict}`.execute(db);
    return;
  }
  const rows: Record<string, unknown>[] = JSON.parse(json);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement);
    const places = Array(some.length).fill(`(${columns.map(() => "?").join(", ")})`);
    const insert = sql`${into} values ${sql.raw(places.join(", "))} ${conflict}`.compile(db);
    const parameters = some.flatMap((row) => columns.map((column) => row[column]));
    await db.executeQuery({ ...insert, parameters });
  }
}

/** The items of a list for a query to select from, each as a `value` of JSON. */
export function jsonItems(db: Database, items: unknown[]): RawBuilder<unknown> {
  const json = JSON.stringify(items);
  return engineOf(db) === "postgres" ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`;
}
