import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** Mails that wait to be sent, and what became of those of the last weeks. Each index holds the few rows that are asked for. */
export function createMails(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("mails")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("recipient", "text", (column) => column.notNull())
        .addColumn("orderNumber", "text")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("dueAt", "bigint")
        .addColumn("lastError", "text")
        .addColumn("doneAt", "bigint")
        .addColumn("givenUpAt", "bigint")
        .execute();
      for (const column of ["dueAt", "doneAt", "givenUpAt"]) {
        await db.schema
          .createIndex(`mails_${column}`)
          .on("mails")
          .column(column)
          .where(column as never, "is not", null)
          .execute();
      }
    },
  };
}
