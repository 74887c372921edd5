import { type Kysely, sql } from "kysely";

/**
 * What becomes of an order: its state, the events that it follows from, and its payment where a provider takes it. Orders that were
 * there are paid.
 */
export const createOrderLife = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("state", "text", (column) => column.notNull().defaultTo("paid"))
      .execute();
    await db.schema.createIndex("orders_createdAt").on("orders").columns(["createdAt", "id"]).execute();
    await db.schema.createIndex("orders_state_createdAt").on("orders").columns(["state", "createdAt", "id"]).execute();

    await db.schema
      .createTable("orderEvents")
      .addColumn("orderId", "bigint", (column) => column.notNull().references("orders.id").onDelete("cascade"))
      .addColumn("position", "integer", (column) => column.notNull())
      .addColumn("step", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("amountCents", "bigint")
      .addColumn("carrier", "text")
      .addColumn("tracking", "text")
      .addPrimaryKeyConstraint("orderEvents_pk", ["orderId", "position"])
      .execute();
    await sql`insert into ${sql.table("orderEvents")} (${sql.ref("orderId")}, position, step, ${sql.ref("createdAt")}, actor)
        select id, 1, 'paid', ${sql.ref("createdAt")}, 'shop' from orders`.execute(db);

    await db.schema
      .createTable("payments")
      .addColumn("orderId", "bigint", (column) => column.primaryKey().references("orders.id").onDelete("cascade"))
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("externalId", "text")
      .addColumn("reference", "text")
      .addColumn("url", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("dueAt", "bigint")
      .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("lastError", "text")
      .execute();
    await db.schema
      .createTable("refunds")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("orderId", "bigint", (column) => column.notNull().references("orders.id").onDelete("cascade"))
      .addColumn("amountCents", "bigint", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("externalId", "text")
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("dueAt", "bigint")
      .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("lastError", "text")
      .execute();
    await db.schema.createIndex("refunds_orderId").on("refunds").column("orderId").execute();
    for (const table of ["payments", "refunds"]) {
      await db.schema
        .createIndex(`${table}_dueAt`)
        .on(table)
        .column("dueAt")
        .where("dueAt" as never, "is not", null)
        .execute();
    }

    await db.schema.alterTable("mails").addColumn("orderEvent", "integer").execute();
  },
};
