import type { Kysely } from "kysely";

/** Old addresses of the shop and where they lead now. */
export const addRedirects = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("redirects")
      .addColumn("from", "text", (column) => column.primaryKey())
      .addColumn("to", "text", (column) => column.notNull())
      .execute();
  },
};
