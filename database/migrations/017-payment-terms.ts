import { type Kysely, sql } from "kysely";

/**
 * What a payment asks for, and what was paid: of payments that began before, the order's total in dollars, and what the order's events say
 * was paid. Whether their money was real is unknown.
 */
export const addPaymentTerms = {
  async up(db: Kysely<unknown>) {
    for (const [name, type] of [
      ["amountCents", "bigint"],
      ["currency", "text"],
      ["mode", "text"],
      ["paidCents", "bigint"],
    ] as const)
      await db.schema.alterTable("payments").addColumn(name, type).execute();
    await db.schema.createIndex("payments_reference").on("payments").column("reference").execute();

    const [orderId, amountCents, paidCents] = ["orderId", "amountCents", "paidCents"].map((name) => sql.ref(name));
    const total = sql`(select cast(round(cast(${sql.ref("totalPrice")} as numeric) * 100) as bigint)
      from orders where orders.id = payments.${orderId})`;
    const paid = sql`(select cast(sum(${sql.ref("orderEvents.amountCents")}) as bigint) from ${sql.table("orderEvents")}
      where ${sql.ref("orderEvents.orderId")} = payments.${orderId} and step in ('paid', 'paidLate'))`;
    await sql`update payments set ${amountCents} = ${total}, currency = 'usd'
      where ${sql.ref("externalId")} is not null`.execute(db);
    await sql`update payments set ${paidCents} = coalesce(${paid}, ${total}) where state = 'paid'`.execute(db);
  },
};
