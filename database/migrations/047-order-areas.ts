import type { Kysely } from "kysely";

/** Orders keep their country (ISO 3166 code) and zip code as fields of their own. Earlier orders have them in their address only. */
export const addOrderAreas = {
  async up(db: Kysely<unknown>) {
    for (const column of ["country", "zipCode"])
      await db.schema.alterTable("orders").addColumn(column, "text").execute();
  },
};
