import type { Kysely } from "kysely";

/** The requests of programs that were made under a key, so that repeating one changes nothing. */
export const createIdempotencyKeys = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("idempotencyKeys")
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("claim", "text", (column) => column.notNull())
      .addColumn("leaseEndsAt", "bigint", (column) => column.notNull())
      .addColumn("answer", "text")
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("idempotencyKeys_pkey", ["holder", "key"])
      .execute();
    await db.schema.createIndex("idempotencyKeys_expiresAt").on("idempotencyKeys").column("expiresAt").execute();
  },
};
