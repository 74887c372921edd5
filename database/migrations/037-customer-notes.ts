import type { Kysely } from "kysely";

/** What a customer wrote with their order. */
export const addCustomerNotes = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("customerNote", "text").execute();
  },
};
