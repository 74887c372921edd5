import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * Orders and their lines. Lines are copies, so a receipt stays as it was when the catalog changes. Neither an order number
 * nor a customer's checkout key can be used twice.
 */
export function createOrderTables(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("orders")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("userId", "text", (column) => column.notNull().references("customers.uid"))
        .addColumn("orderNumber", "text", (column) => column.notNull().unique())
        .addColumn("checkoutKey", "text", (column) => column.notNull())
        .addColumn("totalPrice", "text", (column) => column.notNull())
        .addColumn("paymentMethod", "text", (column) => column.notNull())
        .addColumn("billingAddress", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addUniqueConstraint("orders_userId_checkoutKey", ["userId", "checkoutKey"])
        .execute();
      await db.schema.createIndex("orders_userId_createdAt").on("orders").columns(["userId", "createdAt"]).execute();

      await db.schema
        .createTable("orderLines")
        .addColumn("orderId", "bigint", (column) => column.notNull().references("orders.id").onDelete("cascade"))
        .addColumn("position", "integer", (column) => column.notNull())
        .addColumn("productId", "text", (column) => column.notNull())
        .addColumn("title", "text", (column) => column.notNull())
        .addColumn("priceCents", "bigint", (column) => column.notNull())
        .addColumn("thumbnail", "text", (column) => column.notNull())
        .addColumn("brand", "text")
        .addColumn("quantity", "integer", (column) => column.notNull())
        .addPrimaryKeyConstraint("orderLines_pk", ["orderId", "position"])
        .execute();
    },
  };
}
