import { DatabaseUnavailableError } from "./unavailable-error.ts";

/** What keeps a process from writing once a newer version of the shop has migrated its database. */
export interface SchemaGuard {
  /** The name of the last migration that this process knows; undefined before it has migrated: then nothing is refused. */
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
 * Reads the last migration that was applied. In a transaction of PostgreSQL's it also holds the table's weakest lock (ACCESS SHARE) until the
 * end; a migration takes the strongest one first, and so waits for all who have looked and makes the others wait.
 */
export const newestApplied = "select name from kysely_migration order by name desc limit 1";

/** @param rows what `newestApplied` read @throws NewerSchemaError */
export function refuseNewer({ newest }: SchemaGuard, rows: unknown[]) {
  const [applied] = rows as { name: string }[];
  if (newest !== undefined && applied && applied.name > newest) throw new NewerSchemaError();
}

/** Whether a statement writes rows. Those that begin with `with` count, whatever they do. */
export function isWrite(statement: string) {
  return /^\s*(insert|update|delete|with)\b/i.test(statement);
}
