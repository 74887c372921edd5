import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Former prices that owners claim and that the shop shows, sales that start and end at a set time, and every price from now on. */
export function createPriceHistory(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      for (const table of ["products", "archivedProducts"])
        for (const column of ["compareAtCents", "formerCents", "saleCents", "saleStartsAt", "saleEndsAt"])
          await db.schema.alterTable(table).addColumn(column, "bigint").execute();
      for (const column of ["saleStartsAt", "saleEndsAt"])
        await db.schema
          .createIndex(`products_${column}`)
          .on("products")
          .column(column)
          .where(column as never, "is not", null)
          .execute();
      await db.schema
        .createTable("priceHistory")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("productId", "text", (column) => column.notNull())
        .addColumn("changedAt", "bigint", (column) => column.notNull())
        .addColumn("priceCents", "bigint", (column) => column.notNull())
        .addColumn("compareAtCents", "bigint")
        .execute();
      await db.schema.createIndex("priceHistory_product").on("priceHistory").columns(["productId", "id"]).execute();
      const columns = sql.join(["productId", "changedAt", "priceCents"].map((name) => sql.ref(name)));
      await sql`insert into ${sql.table("priceHistory")} (${columns})
        select id, ${sql.lit(Date.now())}, ${sql.ref("priceCents")} from products`.execute(db);
    },
  };
}
