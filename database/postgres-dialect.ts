import { PostgresAdapter, PostgresDialect } from "kysely";

/**
 * Kysely's PostgreSQL dialect without its lock for migrations. That lock ends with the session, which a pooler such as PgBouncer hands on to other
 * clients, still locked. `migrate` has a lock that ends with its transaction. See docs/decisions/0229.
 */
export class TorgPostgresDialect extends PostgresDialect {
  override createAdapter() {
    return new TorgPostgresAdapter();
  }
}

class TorgPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}

  override async releaseMigrationLock() {}
}
