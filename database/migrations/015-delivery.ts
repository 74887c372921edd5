import type { Kysely } from "kysely";

/** What an order's delivery costs, and in how many days it is to come. For orders that were there it cost nothing, and three days were promised. */
export const addDelivery = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("deliveryCents", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("orders")
      .addColumn("deliveryDays", "integer", (column) => column.notNull().defaultTo(3))
      .execute();
  },
};
