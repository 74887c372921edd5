import type { Kysely } from "kysely";

/** Invoices and credit notes, whose content is never changed, and the counters that number them without gaps. */
export const createDocuments = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("documents")
      .addColumn("number", "text", (column) => column.primaryKey())
      .addColumn("series", "text", (column) => column.notNull())
      .addColumn("year", "integer", (column) => column.notNull())
      .addColumn("sequence", "integer", (column) => column.notNull())
      .addColumn("orderId", "integer", (column) => column.notNull().references("orders.id"))
      .addColumn("orderEvent", "integer", (column) => column.notNull())
      .addColumn("grossCents", "bigint", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("previousHash", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addUniqueConstraint("documents_sequence", ["series", "year", "sequence"])
      .addUniqueConstraint("documents_event", ["orderId", "orderEvent"])
      .execute();
    await db.schema
      .createTable("documentCounters")
      .addColumn("series", "text", (column) => column.notNull())
      .addColumn("year", "integer", (column) => column.notNull())
      .addColumn("last", "integer", (column) => column.notNull())
      .addColumn("lastHash", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("documentCounters_key", ["series", "year"])
      .execute();
  },
};
