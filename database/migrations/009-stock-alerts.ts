import type { Kysely } from "kysely";

/** Who wants to be told when a product is back: one row for each product and address. Mails about it name it. */
export function createStockAlerts() {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("stockAlerts")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("productId", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("confirmedAt", "bigint")
        .addColumn("toldAt", "bigint")
        .addUniqueConstraint("stockAlerts_productId_email", ["productId", "email"])
        .execute();
      await db.schema.alterTable("mails").addColumn("alertId", "text").execute();
    },
  };
}
