import type { Kysely } from "kysely";

/** Tokens by which the owner's programs identify themselves. */
export const createApiTokens = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("apiTokens")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull().unique())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint")
      .addColumn("lastUsedAt", "bigint")
      .execute();
  },
};
