import type { Kysely } from "kysely";

/** The carts of signed-in shoppers, so that they find them on another device. The revision changes with each save. */
export function createCarts() {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("carts")
        .addColumn("userId", "text", (column) => column.primaryKey().references("customers.uid"))
        .addColumn("revision", "bigint", (column) => column.notNull())
        .addColumn("lines", "text", (column) => column.notNull())
        .addColumn("savedAt", "bigint", (column) => column.notNull())
        .execute();
    },
  };
}
