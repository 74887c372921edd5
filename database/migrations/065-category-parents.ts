import type { Kysely } from "kysely";

/** The slug of the category that a category is in. Only one level: a category with a parent has no children. */
export const addCategoryParents = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("categories").addColumn("parent", "text").execute();
  },
};
