import type { Kysely } from "kysely";

const texts = ["group", "options", "sku", "gtin", "contentUnit", "seoTitle", "seoDescription", "imageAlts"];
const amounts = ["weightGrams", "contentAmount"];
const moments = ["publishAt", "unpublishAt"];

/** Products can be variants of a group, and have codes, a weight, a content, and texts for search engines. */
export const addVariantsAndFields = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"]) {
      for (const name of texts) await db.schema.alterTable(table).addColumn(name, "text").execute();
      for (const name of amounts) await db.schema.alterTable(table).addColumn(name, "double precision").execute();
      for (const name of moments) await db.schema.alterTable(table).addColumn(name, "bigint").execute();
    }
    await db.schema.createIndex("products_group").on("products").column("group").execute();
  },
};
