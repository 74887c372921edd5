import { type RawBuilder, sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import type { Schema } from "./schema.ts";

const rowsPerStatement = 100;

export type Row = Record<string, unknown>;

/**
 * Inserts many rows in each engine's fastest way: PostgreSQL reads them from one parameter, SQLite inserts batches with a prepared statement.
 *
 * @param columns all columns of the rows
 * @param rows each with these columns
 * @param conflict an `on conflict …` clause
 */
export async function insertRows<Table extends keyof Schema & string>(
  db: Database,
  {
    table,
    columns,
    rows,
    conflict = sql``,
  }: {
    table: Table;
    columns: (keyof Schema[Table] & string)[];
    rows: object[];
    conflict?: RawBuilder<unknown>;
  },
) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(table)} (${names})`;
  if (engineOf(db) === "postgres") {
    const items = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
    await sql`${into} select ${names} from ${items} ${conflict}`.execute(db);
    return;
  }
  await insertBatches(db, into, columns, rows as Row[], conflict);
}

/**
 * Inserts rows of another database, which may have bytes, in the same ways.
 *
 * @param rows values as SQLite has them
 */
export async function insertCopied(
  db: Database,
  { name, columns }: { name: keyof Schema & string; columns: string[] },
  rows: Row[],
) {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const into = sql`insert into ${sql.table(name)} (${names})`;
  if (engineOf(db) === "sqlite") return insertBatches(db, into, columns, rows, sql``);
  const json = JSON.stringify(rows.map(withHexBytes));
  await sql`${into} select ${names} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(db);
}

/** PostgreSQL reads bytes from hexadecimal digits. */
function withHexBytes(row: Row) {
  const bytes = Object.entries(row).filter(([, value]) => value instanceof Uint8Array);
  if (bytes.length === 0) return row;
  return {
    ...row,
    ...Object.fromEntries(
      bytes.map(([column, value]) => [column, `\\x${Buffer.from(value as Uint8Array).toString("hex")}`]),
    ),
  };
}

async function insertBatches(
  db: Database,
  into: RawBuilder<unknown>,
  columns: string[],
  rows: Row[],
  conflict: RawBuilder<unknown>,
) {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const batch = rows.slice(start, start + rowsPerStatement);
    const placeholders = Array(batch.length).fill(`(${columns.map(() => "?").join(", ")})`);
    const insert = sql`${into} values ${sql.raw(placeholders.join(", "))} ${conflict}`.compile(db);
    const parameters = batch.flatMap((row) => columns.map((column) => row[column]));
    await db.executeQuery({ ...insert, parameters });
  }
}

/** A list to select from in a query; each row has a JSON `value`. */
export function jsonItems(db: Database, items: unknown[]): RawBuilder<unknown> {
  const json = JSON.stringify(items);
  return engineOf(db) === "postgres" ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`;
}
