import type { Kysely } from "kysely";

/** The rates that owners type, by which invoices say their VAT in the currency of its country. See docs/decisions/0361. */
export const createExchangeRates = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("exchangeRates")
      .addColumn("base", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("validFrom", "text", (column) => column.notNull())
      .addColumn("rate", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("exchangeRates_key", ["base", "currency", "validFrom"])
      .execute();
  },
};
