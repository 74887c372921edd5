import type { Kysely } from "kysely";

const texts = ["manufacturer", "manufacturerAddress", "manufacturerContact", "responsiblePerson", "safetyWarnings"];

/** What Regulation (EU) 2023/988 requires online offers to say about a product's safety. */
export const addProductSafety = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"])
      for (const name of texts) await db.schema.alterTable(table).addColumn(name, "text").execute();
  },
};
