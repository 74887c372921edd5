import type { Kysely } from "kysely";

/** Emails that customers want to change to, when they deleted their account, and when their orders were anonymized. */
export const addOwnAccounts = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("emailChanges")
      .addColumn("uid", "text", (column) => column.primaryKey().references("customers.uid").onDelete("cascade"))
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("askedAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.alterTable("customers").addColumn("deletedAt", "bigint").execute();
    await db.schema.alterTable("orders").addColumn("anonymizedAt", "bigint").execute();
    await db.schema.alterTable("documents").addColumn("anonymizedAt", "bigint").execute();
  },
};
