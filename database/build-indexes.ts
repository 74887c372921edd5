import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { createIndex, largeIndexes } from "./migrations/103-large-lists.ts";

/** Builds the indexes that a migration has left out on large tables, while others write. See docs/decisions/0363. */
export async function buildMissingIndexes(db: Database) {
  if (engineOf(db) === "sqlite") return;
  for (const index of largeIndexes("postgres")) {
    const isValid = await readValidity(db, index.name);
    if (isValid) continue;
    // Its build was interrupted.
    if (isValid === false) await sql`drop index concurrently ${sql.id(index.name)}`.execute(db);
    await createIndex(db, index, "concurrently");
  }
}

/** @returns undefined if there is no such index */
async function readValidity(db: Database, name: string) {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${`"${name}"`})`.execute(db);
  return rows[0]?.isValid;
}
