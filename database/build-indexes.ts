import { sql } from "kysely";
import { type Database, engineOf, hasPooler } from "./connect.ts";
import { createIndex, largeIndexes } from "./migrations/103-large-lists.ts";
import { pairIndexes } from "./migrations/105-pairs-of-letters.ts";
import { importIndexes } from "./migrations/107-imported-accounts.ts";
import { jobIndexes } from "./migrations/110-found-jobs.ts";
import { trackingIndexes } from "./migrations/112-tracking-numbers.ts";
import { messageIndexes } from "./migrations/113-messages-about-orders.ts";
import { actorIndexes, replacedIndexes } from "./migrations/115-actors.ts";
import { lockTimeoutMs } from "./postgres-pool.ts";

/** What migrations leave out on large tables of PostgreSQL. */
export const indexesOfLargeTables = [
  ...largeIndexes("postgres"),
  ...pairIndexes,
  ...importIndexes,
  ...jobIndexes("postgres"),
  ...trackingIndexes("postgres"),
  ...messageIndexes,
  ...actorIndexes,
].filter(({ name }) => !replacedIndexes.includes(name));

/**
 * Builds the indexes that migrations have left out on large tables, while others write. See docs/decisions/0363.
 *
 * @returns whether another process builds one of them now, which is left to it
 */
export async function buildMissingIndexes(db: Database) {
  if (engineOf(db) === "sqlite") return false;
  let isBuiltElsewhere = false;
  for (const index of indexesOfLargeTables) {
    const state = await readState(db, index.name);
    if (state === "building") isBuiltElsewhere = true;
    if (state === "building" || state === "valid") continue;
    await withoutLockTimeout(db, async (connection) => {
      if (state === "interrupted") await sql`drop index concurrently ${sql.id(index.name)}`.execute(connection);
      await createIndex(connection, index, "concurrently");
    });
    // Only then does PostgreSQL know how often an index of an expression finds something.
    await sql`analyze ${sql.table(index.table)}`.execute(db);
  }
  return isBuiltElsewhere;
}

/**
 * A build waits until all older transactions have ended, such as an export or `pg_dump`. It holds nobody up. PostgreSQL refuses it in a transaction,
 * so only the session can wait longer; behind a pooler that may be another's session, so there the usual limit stays and the job tries again.
 */
async function withoutLockTimeout(db: Database, build: (connection: Database) => Promise<void>) {
  await db.connection().execute(async (connection) => {
    // Known once there is a connection.
    await sql`select`.execute(connection);
    if (hasPooler(connection)) return build(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await build(connection);
    } finally {
      await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(connection);
    }
  });
}

/** @returns undefined if there is no such index */
async function readState(db: Database, name: string) {
  const { rows } = await sql<{ state: "valid" | "building" | "interrupted" }>`
    select case when indisvalid then 'valid' when building.pid is not null then 'building' else 'interrupted' end as state
    from pg_index left join pg_stat_progress_create_index as building on index_relid = indexrelid
    where indexrelid = to_regclass(${`"${name}"`})`.execute(db);
  return rows[0]?.state;
}
