import { type Kysely, sql } from "kysely";

/** Orders keep their recipient's name, which a profile change no longer alters, and their phone number. */
export const addOrderRecipients = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("recipientName", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.alterTable("orders").addColumn("recipientPhone", "text").execute();
    await sql`update orders set "recipientName" = coalesce(
      (select firstname || ' ' || lastname from customers where customers.uid = orders."userId"), ''
    )`.execute(db);
  },
};
