import type { Kysely } from "kysely";

/** What the customer wants written on a card in the parcel. */
export const addGiftMessages = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("giftMessage", "text").execute();
  },
};
