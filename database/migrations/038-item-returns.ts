import type { Kysely } from "kysely";

/** Single items of an order may come back, and be refunded. */
export const addItemReturns = {
  async up(db: Kysely<unknown>) {
    for (const table of ["orderEvents", "refunds"]) {
      await db.schema.alterTable(table).addColumn("productId", "text").execute();
      await db.schema.alterTable(table).addColumn("quantity", "integer").execute();
    }
    await db.schema.alterTable("orderEvents").addColumn("isRestocked", "integer").execute();
  },
};
