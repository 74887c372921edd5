import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Products in the catalog's own order, the tags that filters look in, and the shop's settings. */
export function createCatalogTables(engine: Engine) {
  // SQLite compares text byte by byte; PostgreSQL needs a collation for that.
  const sortableText = engine === "postgres" ? sql`text collate "C"` : "text";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("products")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("position", "integer", (column) => column.notNull())
        .addColumn("title", "text", (column) => column.notNull())
        .addColumn("titleKey", sortableText, (column) => column.notNull())
        .addColumn("priceCents", "bigint", (column) => column.notNull().check(sql`"priceCents" >= 0`))
        .addColumn("rating", "double precision", (column) => column.notNull())
        .addColumn("thumbnail", "text", (column) => column.notNull())
        .addColumn("images", "text", (column) => column.notNull())
        .addColumn("brand", sortableText)
        .addColumn("brandSlug", sortableText)
        .addColumn("category", "text", (column) => column.notNull())
        .addColumn("tags", "text", (column) => column.notNull())
        .addColumn("stock", "integer", (column) => column.notNull().check(sql`"stock" >= 0`))
        .addColumn("discountPercentage", "double precision", (column) => column.notNull())
        .addColumn("minimumOrderQuantity", "integer", (column) => column.notNull())
        .addColumn("description", "text", (column) => column.notNull())
        .addColumn("availabilityStatus", "text", (column) => column.notNull())
        .execute();
      await index(db, "products", ["position"]);
      await index(db, "products", ["titleKey", "position"]);
      await index(db, "products", ["priceCents", "position"]);
      await index(db, "products", ["rating", "titleKey"]);
      await index(db, "products", ["category", "position"]);
      await index(db, "products", ["availabilityStatus", "position"]);
      await index(db, "products", ["brandSlug", "brand"]);

      await db.schema
        .createTable("productTags")
        .addColumn("productId", "text", (column) => column.notNull().references("products.id").onDelete("cascade"))
        .addColumn("tag", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("productTags_pk", ["productId", "tag"])
        .execute();
      await index(db, "productTags", ["tag", "productId"]);

      await db.schema
        .createTable("settings")
        .addColumn("key", "text", (column) => column.primaryKey())
        .addColumn("value", "text", (column) => column.notNull())
        .execute();
    },
  };
}

async function index(db: Kysely<unknown>, table: string, columns: string[]) {
  await db.schema
    .createIndex(`${table}_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
