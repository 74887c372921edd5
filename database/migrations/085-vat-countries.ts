import type { Kysely } from "kysely";

/** The VAT of other countries. */
export const createVatCountries = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("vatCountries")
      .addColumn("country", "text", (column) => column.primaryKey())
      .addColumn("fields", "text", (column) => column.notNull())
      .execute();
  },
};
