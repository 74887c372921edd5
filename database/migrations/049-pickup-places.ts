import type { Kysely } from "kysely";

/** Where and when customers collect their orders. */
export const addPickupPlaces = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("deliveryOptions")
      .addColumn("pickupPlace", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
