import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { Schema } from "#database/schema.ts";

const mostWords = 5;
const columns = ["firstname", "lastname", "email"] as const;

/**
 * The ids of the customers in whose names or email each word of a text begins something: "ada lov" finds Ada Lovelace.
 * It reads indexes, not all customers.
 */
export function customersNamed(db: Database, text: string) {
  // Both engines compare byte by byte then, as the indexes do.
  const collation = engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
  const words = text.trim().toLowerCase().split(/\s+/, mostWords);
  return db
    .selectFrom("customers")
    .select("uid")
    .where((eb) => eb.and(words.map((word) => beginsSomething(eb, word, collation))));
}

function beginsSomething(eb: ExpressionBuilder<Schema, "customers">, word: string, collation: RawBuilder<unknown>) {
  // SQLite's lower() leaves letters beyond ASCII as they are, mostly a capital at the beginning.
  const forms = new Set([word, word.charAt(0).toUpperCase() + word.slice(1)]);
  return eb.or(
    columns.flatMap((column) => {
      const folded = sql`lower(${sql.ref(column)}) ${collation}`;
      return Array.from(forms, (form) => sql<SqlBool>`(${folded} >= ${form} and ${folded} < ${`${form}\u{10ffff}`})`);
    }),
  );
}
