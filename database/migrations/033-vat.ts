import type { Kysely } from "kysely";

/** Products may have another VAT rate than the standard one, and an order's lines keep the rate of their day. */
export const addVat = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"])
      await db.schema.alterTable(table).addColumn("vatRate", "text").execute();
    await db.schema.alterTable("orderLines").addColumn("vatBasisPoints", "integer").execute();
  },
};
