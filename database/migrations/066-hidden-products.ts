import type { Kysely } from "kysely";

/** Products can be hidden from shoppers until they are published, and once their time is over. */
export const addHiddenProducts = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"])
      await db.schema
        .alterTable(table)
        .addColumn("isHidden", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
    await db.schema
      .createIndex("products_hidden")
      .on("products")
      .column("publishAt")
      .where("isHidden" as never, "=", 1)
      .execute();
    await db.schema
      .createIndex("products_unpublishAt")
      .on("products")
      .column("unpublishAt")
      .where("unpublishAt" as never, "is not", null)
      .execute();
  },
};
