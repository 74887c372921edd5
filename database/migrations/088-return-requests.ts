import type { Kysely } from "kysely";

/** Customers may ask to return items. An event or a refund may be about several items. */
export const addReturnRequests = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("returnRequests")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("orderId", "integer", (column) => column.notNull().references("orders.id"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("items", "text", (column) => column.notNull())
      .addColumn("comment", "text", (column) => column.notNull())
      .addColumn("answer", "text", (column) => column.notNull())
      .addColumn("labelName", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("returnRequests_orderId").on("returnRequests").column("orderId").execute();
    await db.schema
      .createIndex("returnRequests_state")
      .on("returnRequests")
      .columns(["state", "createdAt", "id"])
      .execute();
    await db.schema.alterTable("orderEvents").addColumn("returnId", "text").execute();
    for (const table of ["orderEvents", "refunds"])
      await db.schema.alterTable(table).addColumn("items", "text").execute();
  },
};
