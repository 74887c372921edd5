import { type Kysely, sql } from "kysely";

/** An order keeps its currency. Until now all were in US dollars. */
export const addOrderCurrency = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("currency", "text", (column) => column.notNull().defaultTo(sql.lit("USD")))
      .execute();
  },
};
