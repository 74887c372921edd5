import { type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.ts";
import type { Schema } from "./schema.ts";

interface ReplacedTable {
  table: keyof Schema;
  primaryKey: string;
  /** What follows "create index on" and the table's name. */
  index: RawBuilder<unknown>;
  /** Inserts all rows into the table of the name that it is given. */
  fill: (into: string) => Promise<void>;
}

/**
 * Makes tables of PostgreSQL's anew, one after the other, beside the old ones: these are read by others until the transaction is about to end.
 * The new ones are indexed once they are full, which takes an eighth of the time that it takes row by row (100,000 products: 8 s instead of 60).
 */
export async function replaceTables(transaction: Database, tables: ReplacedTable[]) {
  for (const { table, primaryKey, index, fill } of tables) {
    const made = sql.table(newName(table));
    await sql`create table ${made} (like ${sql.table(table)})`.execute(transaction);
    await fill(newName(table));
    await sql`alter table ${made} add primary key (${sql.ref(primaryKey)})`.execute(transaction);
    await sql`create index on ${made} ${index}`.execute(transaction);
    await sql`analyze ${made}`.execute(transaction);
  }
  for (const { table } of tables) {
    await sql`drop table ${sql.table(table)}`.execute(transaction);
    await sql`alter table ${sql.table(newName(table))} rename to ${sql.id(table)}`.execute(transaction);
  }
}

function newName(table: string) {
  return `${table}New`;
}
