import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Discount codes, which orders use them, and what of an order's discount falls on each of its lines. */
export function createDiscounts(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("discounts")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("code", "text", (column) => column.notNull().unique())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("value", "bigint", (column) => column.notNull())
        .addColumn("minimumCents", "bigint", (column) => column.notNull())
        .addColumn("category", "text")
        .addColumn("usesLimit", "integer")
        .addColumn("uses", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("oncePerCustomer", "integer", (column) => column.notNull())
        .addColumn("startsAt", "bigint")
        .addColumn("endsAt", "bigint")
        .addColumn("isDisabled", "integer", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("discountUses")
        .addColumn("orderId", "bigint", (column) => column.primaryKey().references("orders.id"))
        .addColumn("discountId", "bigint", (column) => column.notNull().references("discounts.id"))
        .addColumn("onlyUserId", "text")
        // NULLs are distinct: only codes that are once per customer have an `onlyUserId`.
        .addUniqueConstraint("discountUses_once", ["discountId", "onlyUserId"])
        .execute();
      await db.schema.alterTable("orders").addColumn("discountCode", "text").execute();
      await sql`create index "orders_discountCode" on orders ("discountCode") where "discountCode" is not null`.execute(
        db,
      );
      await db.schema
        .alterTable("orderLines")
        .addColumn("discountCents", "bigint", (column) => column.notNull().defaultTo(0))
        .execute();
    },
  };
}
