import type { Kysely } from "kysely";

/** Pages that owners write. */
export const createPages = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("pages")
      .addColumn("slug", "text", (column) => column.primaryKey())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("text", "text", (column) => column.notNull())
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("inFooter", "integer", (column) => column.notNull())
      .addColumn("isPublic", "integer", (column) => column.notNull())
      .execute();
  },
};
