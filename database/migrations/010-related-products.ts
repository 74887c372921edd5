import type { Kysely } from "kysely";

/** A product's page shows products near it in the catalog: of its brand, and of its category. */
export const indexRelatedProducts = {
  async up(db: Kysely<unknown>) {
    for (const column of ["brandSlug", "category"]) {
      await db.schema.createIndex(`products_${column}_position`).on("products").columns([column, "position"]).execute();
    }
  },
};
