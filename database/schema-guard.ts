import { DatabaseUnavailableError } from "./unavailable-error.ts";

/** Refuses a process's writes once a newer version has migrated the database. */
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

/**
 * Reads the last applied migration. In a PostgreSQL transaction this also takes the table's weakest lock (ACCESS SHARE) until the end. A migration
 * takes the strongest lock first, so it waits for these transactions and blocks new ones. See docs/decisions/0115.
 */
export const newestApplied = "select name from kysely_migration order by name desc limit 1";

/** @param rows what `newestApplied` read @throws NewerSchemaError */
export function refuseNewer({ newest }: SchemaGuard, rows: unknown[]) {
  const [applied] = rows as { name: string }[];
  if (newest !== undefined && applied && applied.name > newest) throw new NewerSchemaError();
}

/** Whether a statement may write rows. Any statement that begins with `with` counts. */
export function isWrite(statement: string) {
  return /^\s*(insert|update|delete|with)\b/i.test(statement);
}
