import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { productColumns } from "../fields/product-row.ts";

/** Adds products, or updates those whose ids are there. */
export async function upsertProducts(db: Database, rows: ProductsTable[]) {
  const others = productColumns.filter((column) => column !== "id");
  const changes = sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const conflict = sql`on conflict (id) do update set ${changes}`;
  await insertRows(db, { table: "products", columns: productColumns, json: JSON.stringify(rows), conflict });
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
