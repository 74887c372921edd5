import { Migrator } from "kysely/migration";
import type { Connection, Engine } from "./connect.ts";
import { createCatalogTables } from "./migrations/001-catalog.ts";
import { createAccountTables } from "./migrations/002-accounts.ts";
import { createOrderTables } from "./migrations/003-orders.ts";
import { createContactPicturesAttempts } from "./migrations/004-contact-pictures-attempts.ts";
import { createCatalogLists } from "./migrations/005-catalog-lists.ts";
import { createMails } from "./migrations/006-mails.ts";

/** Every change of the schema, in order. A published one is never edited: a later one changes what it made. */
export function migrations(engine: Engine) {
  return {
    "001-catalog": createCatalogTables(engine),
    "002-accounts": createAccountTables(engine),
    "003-orders": createOrderTables(engine),
    "004-contact-pictures-attempts": createContactPicturesAttempts(engine),
    "005-catalog-lists": createCatalogLists(engine),
    "006-mails": createMails(engine),
  };
}

/**
 * Brings the database to the newest schema, all or nothing. Safe when several processes start together: one migrates, the
 * others wait for it and find nothing to do.
 *
 * @returns the names of the migrations that were run, in order
 * @throws what the database answered
 */
export async function migrate({ db, engine }: Connection) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
