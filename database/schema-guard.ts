import { DatabaseUnavailableError } from "./unavailable-error.ts";

/** Refuses a process's writes once a newer version has migrated the database in a way that this one can't live with. */
export interface SchemaGuard {
  /** The last migration that this process knows. Nothing is refused while it is undefined, before migrating. */
  newest?: string;
}

/** A newer version has migrated the database: this process may read it, but its rows would lack what the newer one needs. */
export class NewerSchemaError extends DatabaseUnavailableError {
  override name = "NewerSchemaError";

  constructor() {
    const words = "A newer version of Torg has upgraded the database. Restart this process with the new version.";
    super(new Error(words));
  }
}

const breakingEnd = "-breaking";

/**
 * Whether the version before a migration can't write to the database after it: the migration's name says so. All others leave tables and columns as they
 * are, and what they add needs no value. See docs/decisions/0252.
 */
export function isBreaking(migration: string) {
  return migration.endsWith(breakingEnd);
}

/**
 * Reads the last applied migration that earlier versions can't live with. In a PostgreSQL transaction this also takes the table's weakest lock (ACCESS
 * SHARE) until the end. A migration takes the strongest lock first, so it waits for these transactions and blocks new ones. See docs/decisions/0115.
 */
export const newestBreaking = `select name from kysely_migration where name like '%${breakingEnd}' order by name desc limit 1`;

/** @param rows what `newestBreaking` read @throws NewerSchemaError */
export function refuseNewer({ newest }: SchemaGuard, rows: unknown[]) {
  const [applied] = rows as { name: string }[];
  if (newest !== undefined && applied && applied.name > newest) throw new NewerSchemaError();
}

/** Whether a statement may write rows. What begins with a query (`with`) may if it names a write anywhere. */
export function isWrite(statement: string) {
  if (/^\s*with\b/i.test(statement)) return /\b(insert|update|delete)\b/i.test(statement);
  return /^\s*(insert|update|delete)\b/i.test(statement);
}
