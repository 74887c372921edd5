import { type Kysely, sql } from "kysely";

/**
 * Stores what an order costs in whole cents, one column for each amount, instead of a total as text. Orders so far have neither a
 * discount nor VAT: what isn't delivery is their subtotal.
 */
export const addOrderSums = {
  async up(db: Kysely<unknown>) {
    for (const name of ["subtotalCents", "discountCents", "vatCents", "totalCents"]) {
      await db.schema
        .alterTable("orders")
        .addColumn(name, "bigint", (column) => column.notNull().defaultTo(0))
        .execute();
    }
    const total = sql`cast(round(cast(${sql.ref("totalPrice")} as numeric) * 100) as bigint)`;
    await sql`update orders set ${sql.ref("totalCents")} = ${total},
      ${sql.ref("subtotalCents")} = ${total} - ${sql.ref("deliveryCents")}`.execute(db);
    await db.schema.alterTable("orders").dropColumn("totalPrice").execute();
    await db.schema.alterTable("orders").renameColumn("checkoutKey", "idempotencyKey").execute();
  },
};
