import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Products that are no longer sold, and catalog files that wait for their owner's word. */
export function createOwnersProducts(engine: Engine) {
  const isPostgres = engine === "postgres";
  const sortableText = isPostgres ? sql`text collate "C"` : "text";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("archivedProducts")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("position", "integer", (column) => column.notNull())
        .addColumn("title", "text", (column) => column.notNull())
        .addColumn("titleKey", sortableText, (column) => column.notNull())
        .addColumn("priceCents", "bigint", (column) => column.notNull())
        .addColumn("rating", "double precision", (column) => column.notNull())
        .addColumn("thumbnail", "text", (column) => column.notNull())
        .addColumn("images", "text", (column) => column.notNull())
        .addColumn("brand", "text")
        .addColumn("brandSlug", "text")
        .addColumn("category", "text", (column) => column.notNull())
        .addColumn("tags", "text", (column) => column.notNull())
        .addColumn("stock", "integer", (column) => column.notNull())
        .addColumn("discountPercentage", "double precision", (column) => column.notNull())
        .addColumn("minimumOrderQuantity", "integer", (column) => column.notNull())
        .addColumn("description", "text", (column) => column.notNull())
        .addColumn("availabilityStatus", "text", (column) => column.notNull())
        .addColumn("archivedAt", "bigint", (column) => column.notNull())
        .execute();

      await db.schema
        .createTable("catalogUploads")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("actor", "text", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("content", isPostgres ? "bytea" : "blob", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();
    },
  };
}
