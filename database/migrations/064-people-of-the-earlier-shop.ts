import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Customers and orders of the shop that someone moves from, apart from those of this shop. */
export function createEarlierShop(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("earlierShopImports")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("shop", "text", (column) => column.notNull())
        .addColumn("file", "text", (column) => column.notNull())
        .addColumn("actor", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();
      await createCustomers(db, engine);
      await createOrders(db);
    },
  };
}

async function createCustomers(db: Kysely<unknown>, engine: Engine) {
  await db.schema
    .createTable("importedCustomers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("firstname", "text", (column) => column.notNull())
    .addColumn("lastname", "text", (column) => column.notNull())
    .addColumn("street", "text", (column) => column.notNull())
    .addColumn("city", "text", (column) => column.notNull())
    .addColumn("zipCode", "text", (column) => column.notNull())
    .addColumn("country", "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("acceptsMarketing", "integer")
    .addColumn("marketingSince", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("firstnameKey", "text", (column) => column.notNull())
    .addColumn("lastnameKey", "text", (column) => column.notNull())
    .addColumn("emailKey", "text", (column) => column.notNull())
    .addColumn("importId", "text", (column) => column.notNull().references("earlierShopImports.id"))
    .addColumn("changedBy", "text")
    .addColumn("before", "text")
    .addColumn("inviteDueAt", "bigint")
    .addColumn("invitedAt", "bigint")
    .execute();
  const comparable = engine === "postgres" ? sql` collate "C"` : sql``;
  for (const column of ["firstnameKey", "lastnameKey", "emailKey"]) {
    const name = sql.id(`importedCustomers_${column}`);
    await sql`create index ${name} on "importedCustomers" (${sql.id(column)}${comparable})`.execute(db);
  }
  for (const columns of [["createdAt", "id"], ["importId"], ["changedBy"], ["inviteDueAt"]])
    await db.schema.createIndex(`importedCustomers_${columns[0]}`).on("importedCustomers").columns(columns).execute();
}

async function createOrders(db: Kysely<unknown>) {
  await db.schema
    .createTable("pastOrders")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("shop", "text", (column) => column.notNull())
    .addColumn("number", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("placedAt", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("subtotalCents", "bigint")
    .addColumn("discountCents", "bigint", (column) => column.notNull())
    .addColumn("deliveryCents", "bigint", (column) => column.notNull())
    .addColumn("vatCents", "bigint", (column) => column.notNull())
    .addColumn("totalCents", "bigint", (column) => column.notNull())
    .addColumn("refundedCents", "bigint", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("lines", "text", (column) => column.notNull())
    .addColumn("searchKey", "text", (column) => column.notNull())
    .addColumn("importId", "text", (column) => column.notNull().references("earlierShopImports.id"))
    .addColumn("changedBy", "text")
    .addColumn("before", "text")
    .addUniqueConstraint("pastOrders_number", ["shop", "number"])
    .execute();
  for (const columns of [["email", "placedAt"], ["placedAt", "id"], ["importId"], ["changedBy"]])
    await db.schema.createIndex(`pastOrders_${columns[0]}`).on("pastOrders").columns(columns).execute();
}
