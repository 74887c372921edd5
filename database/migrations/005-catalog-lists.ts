import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/**
 * What a page of a list is read from, so that no page reads the whole catalog: each product's rank in every sort, for each
 * filter and sort the ranks of the products that the filter keeps, and the brands. The indexes and the table that lists were
 * searched in before go.
 */
export function createCatalogLists(engine: Engine) {
  const postgres = engine === "postgres";
  const sortableText = postgres ? sql`text collate "C"` : "text";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("productRanks")
        .addColumn("position", "integer", (column) => column.primaryKey())
        .addColumn("nameRank", "integer", (column) => column.notNull())
        .addColumn("highestPriceRank", "integer", (column) => column.notNull())
        .addColumn("lowestPriceRank", "integer", (column) => column.notNull())
        .addColumn("ratingRank", "integer", (column) => column.notNull())
        .execute();
      for (const rank of ["nameRank", "highestPriceRank", "lowestPriceRank", "ratingRank"]) {
        await db.schema.createIndex(`productRanks_${rank}`).on("productRanks").column(rank).execute();
      }

      await db.schema
        .createTable("catalogLists")
        .addColumn("filter", sortableText, (column) => column.notNull())
        .addColumn("sort", sortableText, (column) => column.notNull())
        .addColumn("firstRank", "integer", (column) => column.notNull())
        .addColumn("count", "integer", (column) => column.notNull())
        .addColumn("members", postgres ? "bytea" : "blob", (column) => column.notNull())
        .addPrimaryKeyConstraint("catalogLists_pk", ["filter", "sort", "firstRank"])
        .execute();
      // Uncompressed, a part of a value is read without the rest.
      if (postgres) await sql`alter table "catalogLists" alter column "members" set storage external`.execute(db);

      await db.schema
        .createTable("brands")
        .addColumn("slug", sortableText, (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("products", "integer", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("brands_products_slug").on("brands").columns(["products desc", "slug"]).execute();

      await db.schema
        .createIndex("products_trending")
        .on("products")
        .columns(["rating desc", "titleKey", "position"])
        .execute();
      await db.schema.dropTable("productTags").execute();
      for (const columns of unusedIndexes) await db.schema.dropIndex(`products_${columns}`).execute();
    },
  };
}

const unusedIndexes = [
  "titleKey_position",
  "priceCents_position",
  "rating_titleKey",
  "category_position",
  "availabilityStatus_position",
  "brandSlug_brand",
];
