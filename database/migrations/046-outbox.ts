import type { Kysely } from "kysely";

/** The emails of a shop on PostgreSQL without a mail server. On SQLite they are files. */
export const createOutbox = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("outboxMails")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("recipient", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("outboxMails_createdAt").on("outboxMails").columns(["createdAt", "id"]).execute();
  },
};
