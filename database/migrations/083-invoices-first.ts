import type { Kysely } from "kysely";

/** An order can have its invoice before it is paid: when it is due, the reference that its payment names, and what of it was credited. */
export const addInvoicesFirst = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("paymentReference", "text").execute();
    await db.schema.alterTable("orders").addColumn("dueOn", "text").execute();
    await db.schema
      .alterTable("orders")
      .addColumn("creditedCents", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    // Most orders have neither, and cost neither index anything.
    await db.schema
      .createIndex("orders_paymentReference")
      .unique()
      .on("orders")
      .column("paymentReference")
      .where("paymentReference" as never, "is not", null)
      .execute();
    await db.schema
      .createIndex("orders_dueOn")
      .on("orders")
      .column("dueOn")
      .where("dueOn" as never, "is not", null)
      .execute();
  },
};
