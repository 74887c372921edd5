import type { Kysely } from "kysely";

/** The key pairs that the shop signs messages to platforms with. See docs/decisions/0265. */
export const createSigningKeys = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("signingKeys")
      .addColumn("number", "integer", (column) => column.primaryKey())
      .addColumn("kid", "text", (column) => column.notNull().unique())
      .addColumn("publicKey", "text", (column) => column.notNull())
      .addColumn("privateKey", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .execute();
  },
};
