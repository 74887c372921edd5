import type { Kysely } from "kysely";

/** Orders keep how their VAT differs from the seller's own, and how it is declared. */
export const addVatKinds = {
  async up(db: Kysely<unknown>) {
    for (const column of ["vatKind", "vatScheme"])
      await db.schema.alterTable("orders").addColumn(column, "text").execute();
  },
};
