import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** What VIES, the EU's register, has answered about VAT numbers: the evidence for sales without VAT. */
export function createVatChecks(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("vatChecks")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) =>
          engine === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement(),
        )
        .addColumn("number", "text", (column) => column.notNull())
        .addColumn("checkedAt", "bigint", (column) => column.notNull())
        .addColumn("answer", "text", (column) => column.notNull())
        .addColumn("consultation", "text")
        .addColumn("name", "text")
        .addColumn("address", "text")
        .addColumn("problem", "text")
        .execute();
      await db.schema.createIndex("vatChecks_number").on("vatChecks").columns(["number", "checkedAt"]).execute();
    },
  };
}
