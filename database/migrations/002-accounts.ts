import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * The accounts library's own tables, as it declares them (a test compares the two), and the shop's record of each
 * customer, keyed by the account's id. See docs/decisions/0001.
 */
export function createAccountTables(engine: Engine) {
  const moment = engine === "postgres" ? "timestamptz" : "date";
  const yesOrNo = engine === "postgres" ? "boolean" : "integer";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("user")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull().unique())
        .addColumn("emailVerified", yesOrNo, (column) => column.notNull())
        .addColumn("image", "text")
        .addColumn("createdAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .addColumn("updatedAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .execute();

      await db.schema
        .createTable("session")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("expiresAt", moment, (column) => column.notNull())
        .addColumn("token", "text", (column) => column.notNull().unique())
        .addColumn("createdAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .addColumn("updatedAt", moment, (column) => column.notNull())
        .addColumn("ipAddress", "text")
        .addColumn("userAgent", "text")
        .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
        .execute();
      await db.schema.createIndex("session_userId_idx").on("session").column("userId").execute();

      await db.schema
        .createTable("account")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("accountId", "text", (column) => column.notNull())
        .addColumn("providerId", "text", (column) => column.notNull())
        .addColumn("userId", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
        .addColumn("accessToken", "text")
        .addColumn("refreshToken", "text")
        .addColumn("idToken", "text")
        .addColumn("accessTokenExpiresAt", moment)
        .addColumn("refreshTokenExpiresAt", moment)
        .addColumn("scope", "text")
        .addColumn("password", "text")
        .addColumn("createdAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .addColumn("updatedAt", moment, (column) => column.notNull())
        .execute();
      await db.schema.createIndex("account_userId_idx").on("account").column("userId").execute();

      await db.schema
        .createTable("verification")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("identifier", "text", (column) => column.notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .addColumn("expiresAt", moment, (column) => column.notNull())
        .addColumn("createdAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .addColumn("updatedAt", moment, (column) => column.notNull().defaultTo(sql`current_timestamp`))
        .execute();
      await db.schema.createIndex("verification_identifier_idx").on("verification").column("identifier").execute();

      await db.schema
        .createTable("customers")
        .addColumn("uid", "text", (column) => column.primaryKey().references("user.id").onDelete("cascade"))
        .addColumn("firstname", "text", (column) => column.notNull())
        .addColumn("lastname", "text", (column) => column.notNull())
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("dateOfBirth", "text", (column) => column.notNull())
        .addColumn("street", "text", (column) => column.notNull())
        .addColumn("city", "text", (column) => column.notNull())
        .addColumn("zipCode", "text", (column) => column.notNull())
        .addColumn("country", "text", (column) => column.notNull())
        .addColumn("profilePicture", "text")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();
    },
  };
}
