import type { Kysely } from "kysely";

/** The rates by which returns of the One Stop Shop are in euros. See docs/decisions/0311. */
export const createEuroRates = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("euroRates")
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("publishedOn", "text", (column) => column.notNull())
      .addColumn("rate", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("euroRates_key", ["currency", "day", "source"])
      .execute();
  },
};
