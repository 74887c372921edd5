import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** Messages to the shop, pictures of customers, attempts that are limited, and accounts that their owner's shop disabled. */
export function createContactPicturesAttempts(engine: Engine) {
  const id = engine === "postgres" ? "bigserial" : "integer";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("contactMessages")
        .addColumn("id", id, (column) => column.primaryKey())
        .addColumn("firstName", "text", (column) => column.notNull())
        .addColumn("lastName", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("phoneNumber", "text", (column) => column.notNull())
        .addColumn("orderNumber", "text")
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("message", "text", (column) => column.notNull())
        .addColumn("submittedAt", "bigint", (column) => column.notNull())
        .execute();

      await db.schema
        .createTable("pictures")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("userId", "text", (column) => column.notNull().references("customers.uid").onDelete("cascade"))
        .addColumn("url", "text", (column) => column.notNull())
        .addColumn("webp", engine === "postgres" ? "bytea" : "blob")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("pictures_userId").on("pictures").column("userId").execute();

      await db.schema
        .createTable("attempts")
        .addColumn("id", id, (column) => column.primaryKey())
        .addColumn("key", "text", (column) => column.notNull())
        .addColumn("expiresAt", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("attempts_key_expiresAt").on("attempts").columns(["key", "expiresAt"]).execute();
      await db.schema.createIndex("attempts_expiresAt").on("attempts").column("expiresAt").execute();

      await db.schema.alterTable("customers").addColumn("disabledAt", "bigint").execute();
    },
  };
}
