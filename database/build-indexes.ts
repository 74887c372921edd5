import { sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { createIndex, largeIndexes } from "./migrations/103-large-lists.ts";
import { pairIndexes } from "./migrations/105-pairs-of-letters.ts";
import { lockTimeoutMs } from "./postgres-pool.ts";

/** Builds the indexes that a migration has left out on large tables, while others write. See docs/decisions/0363. */
export async function buildMissingIndexes(db: Database) {
  if (engineOf(db) === "sqlite") return;
  for (const index of [...largeIndexes("postgres"), ...pairIndexes]) {
    const isValid = await readValidity(db, index.name);
    if (isValid) continue;
    await withoutLockTimeout(db, async (connection) => {
      // Its build was interrupted.
      if (isValid === false) await sql`drop index concurrently ${sql.id(index.name)}`.execute(connection);
      await createIndex(connection, index, "concurrently");
    });
    // Only then does PostgreSQL know how often an index of an expression finds something.
    await sql`analyze ${sql.table(index.table)}`.execute(db);
  }
}

/** A build waits until all older transactions have ended, such as an export or `pg_dump`. It holds nobody up. */
async function withoutLockTimeout(db: Database, build: (connection: Database) => Promise<void>) {
  await db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await build(connection);
    } finally {
      await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(connection);
    }
  });
}

/** @returns undefined if there is no such index */
async function readValidity(db: Database, name: string) {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${`"${name}"`})`.execute(db);
  return rows[0]?.isValid;
}
