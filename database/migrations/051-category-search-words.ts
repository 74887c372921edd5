import type { Kysely } from "kysely";

/** Words by which shoppers find a category's products, besides their own: comma-separated. */
export const addCategorySearchWords = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("categories")
      .addColumn("searchWords", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
