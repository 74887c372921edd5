import { type Kysely, sql } from "kysely";

/** Programs look products up by the codes that warehouses and tills know. Most shops give codes to all products, or to none. */
export const indexProductCodes = {
  async up(db: Kysely<unknown>) {
    for (const code of ["sku", "gtin"]) {
      await db.schema
        .createIndex(`products_${code}`)
        .on("products")
        .column(code)
        .where(sql.ref(code), "is not", null)
        .execute();
    }
  },
};
