import type { Kysely } from "kysely";

/** Uploaded pictures aren't only products' squares: a hero, a logo or a page's picture keeps its shape and has other sizes. */
export const addPictureKinds = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("productPictures")
      .addColumn("kind", "text", (column) => column.notNull().defaultTo("square"))
      .execute();
  },
};
