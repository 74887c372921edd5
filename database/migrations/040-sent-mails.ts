import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** The mails that customers got about their orders, as they were sent. */
export function createSentMails(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("sentMails")
        .addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) => column.primaryKey())
        .addColumn("orderId", "bigint", (column) => column.notNull().references("orders.id"))
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("orderEvent", "integer")
        .addColumn("recipient", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("sentAt", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("sentMails_order").on("sentMails").columns(["orderId", "id"]).execute();
    },
  };
}
