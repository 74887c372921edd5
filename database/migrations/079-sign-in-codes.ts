import type { Kysely } from "kysely";

/** The codes that sign customers in by email, one for each address. */
export const createSignInCodes = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("signInCodes")
      .addColumn("email", "text", (column) => column.primaryKey())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .execute();
  },
};
