import type { Kysely } from "kysely";

/** The company that an order is for, and its VAT number. */
export const addCompanies = {
  async up(db: Kysely<unknown>) {
    for (const column of ["company", "vatNumber"])
      await db.schema.alterTable("orders").addColumn(column, "text").execute();
  },
};
