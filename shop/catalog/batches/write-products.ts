import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { insertRows, jsonItems } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { productColumns } from "../fields/product-row.ts";

/** Adds products, or updates those whose ids are there. */
export async function upsertProducts(db: Database, rows: ProductsTable[]) {
  const others = productColumns.filter((column) => column !== "id");
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const conflict = sql`on conflict (id) do update set ${changes}`;
  await insertRows(db, { table: "products", columns: productColumns, rows, conflict });
}

interface Change<Row extends ProductsTable> {
  before: Row;
  after: Row;
}

/** Sets the columns that differ, of products or archived products that are there. Indexes of the others aren't touched. */
export async function updateProducts<Row extends ProductsTable>(
  db: Database,
  table: "products" | "archivedProducts",
  changes: Change<Row>[],
) {
  const columns = productColumns.filter(
    (column) => column !== "id" && changes.some(({ before, after }) => before[column] !== after[column]),
  );
  if (columns.length === 0) return;
  const sets = columns.map((column) => sql`${sql.ref(column)} = wanted.${sql.ref(column)}`);
  await sql`update ${sql.table(table)} set ${sql.join(sets)}
    from ${rowsWith(db, table, { changes, columns: ["id", ...columns] })} as wanted
    where wanted.id = ${sql.table(table)}.id`.execute(db);
}

/** What changed rows have in some columns, to select from. */
function rowsWith<Row extends ProductsTable>(
  db: Database,
  table: string,
  { changes, columns }: { changes: Change<Row>[]; columns: (keyof ProductsTable)[] },
) {
  if (engineOf(db) === "postgres") {
    const rows = changes.map(({ after }) => Object.fromEntries(columns.map((column) => [column, after[column]])));
    return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
  }
  const items = changes.map(({ after }) => columns.map((column) => after[column]));
  const values = columns.map((column, at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(column)}`);
  return sql`(select ${sql.join(values)} from ${jsonItems(db, items)})`;
}

/** The number of the next new product, in a transaction that keeps other writers out. */
export async function nextNumber(transaction: Database) {
  const last = (table: "products" | "archivedProducts") =>
    sql<number>`(select coalesce(max(number), 0) from ${sql.table(table)})`;
  const { sold, archived } = await transaction
    .selectNoFrom([last("products").as("sold"), last("archivedProducts").as("archived")])
    .executeTakeFirstOrThrow();
  return Math.max(Number(sold), Number(archived)) + 1;
}
