import type { Kysely } from "kysely";

/** Platforms open carts and checkouts for buyers, by the Universal Commerce Protocol. */
export const addPlatformCheckouts = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("platformCarts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("link", "text", (column) => column.notNull().unique())
      .addColumn("platform", "text", (column) => column.notNull())
      .addColumn("isSigned", "integer", (column) => column.notNull())
      .addColumn("items", "text", (column) => column.notNull())
      .addColumn("codes", "text", (column) => column.notNull())
      .addColumn("buyer", "text")
      .addColumn("context", "text")
      .addColumn("checkoutId", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("platformCarts_expiry").on("platformCarts").column("expiresAt").execute();
    await db.schema
      .createTable("platformCheckouts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("link", "text", (column) => column.notNull().unique())
      .addColumn("platform", "text", (column) => column.notNull())
      .addColumn("isSigned", "integer", (column) => column.notNull())
      .addColumn("webhookUrl", "text")
      .addColumn("items", "text", (column) => column.notNull())
      .addColumn("codes", "text", (column) => column.notNull())
      .addColumn("buyer", "text")
      .addColumn("context", "text")
      .addColumn("fulfillment", "text")
      .addColumn("cartId", "text")
      .addColumn("canceledAt", "bigint")
      .addColumn("orderKey", "text", (column) => column.notNull().unique())
      .addColumn("orderId", "integer", (column) => column.unique().references("orders.id"))
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("platformCheckouts_expiry").on("platformCheckouts").column("expiresAt").execute();
  },
};
