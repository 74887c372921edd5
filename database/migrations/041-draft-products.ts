import type { Kysely } from "kysely";

/** Products that owners prepare before shoppers see them. */
export const createDraftProducts = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("draftProducts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("titleKey", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .execute();
  },
};
