import { type Kysely, sql } from "kysely";

/** Keeps a product's compare-at price during a sale. Drops sales whose price was changed while they were on: shoppers no longer saw them. */
export const keepUsualCompareAt = {
  async up(db: Kysely<unknown>) {
    for (const table of ["products", "archivedProducts"]) {
      await db.schema.alterTable(table).addColumn("usualCompareAtCents", "bigint").execute();
      const [price, compareAt, sale, starts, ends] = [
        "priceCents",
        "compareAtCents",
        "saleCents",
        "saleStartsAt",
        "saleEndsAt",
      ].map((name) => sql.ref(name));
      await sql`update ${sql.table(table)} set ${sale} = null, ${starts} = null, ${ends} = null
        where ${sale} is not null and ${starts} is null and (${price} <> ${sale} or ${compareAt} is null)`.execute(db);
    }
  },
};
