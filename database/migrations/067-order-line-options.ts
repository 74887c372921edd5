import type { Kysely } from "kysely";

/** What a product was told from its siblings by when it was ordered. */
export const addOrderLineOptions = {
  async up(db: Kysely<unknown>) {
    for (const column of ["options", "sku"])
      await db.schema.alterTable("orderLines").addColumn(column, "text").execute();
  },
};
