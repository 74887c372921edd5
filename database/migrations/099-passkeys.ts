import type { Kysely } from "kysely";

/** Passkeys of accounts. See docs/decisions/0342. */
export async function createPasskeys(db: Kysely<unknown>) {
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("uid", "text", (column) => column.notNull().references("customers.uid").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("publicKey", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("usedAt", "bigint")
    .execute();
  await db.schema.createIndex("passkeys_uid").on("passkeys").column("uid").execute();
}
