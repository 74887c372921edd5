import type { Kysely } from "kysely";

/** Products may have another address than their ID. */
export const addProductAddresses = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"]) {
      await db.schema.alterTable(table).addColumn("address", "text").execute();
      await db.schema.createIndex(`${table}_address`).unique().on(table).column("address").execute();
    }
  },
};
