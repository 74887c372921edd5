import type { Kysely } from "kysely";

/** Deliveries between two days, counted without weekends and holidays. */
export const addDeliveryRanges = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("deliveryOptions").addColumn("daysFrom", "integer").execute();
    await db.schema
      .alterTable("deliveryOptions")
      .addColumn("skipsWeekends", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("orders").addColumn("deliveryDaysFrom", "integer").execute();
  },
};
