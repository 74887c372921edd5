import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Who runs the shop, what they have changed, what they answered to messages, and ways to find customers by the beginnings of their names. */
export function createOwners(engine: Engine) {
  const isPostgres = engine === "postgres";
  const id = isPostgres ? "bigserial" : "integer";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("owners")
        .addColumn("uid", "text", (column) => column.primaryKey().references("customers.uid").onDelete("cascade"))
        .addColumn("role", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();

      await db.schema
        .createTable("changes")
        .addColumn("id", id, (column) => column.primaryKey())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("actor", "text", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("action", "text", (column) => column.notNull())
        .addColumn("fields", "text", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("changes_kind_subject").on("changes").columns(["kind", "subject", "id"]).execute();

      await db.schema.alterTable("contactMessages").addColumn("doneAt", "bigint").execute();
      await db.schema
        .createIndex("contactMessages_open")
        .on("contactMessages")
        .columns(["submittedAt", "id"])
        .where("doneAt" as never, "is", null)
        .execute();
      await db.schema
        .createIndex("contactMessages_submittedAt")
        .on("contactMessages")
        .columns(["submittedAt", "id"])
        .execute();
      await db.schema
        .createTable("messageAnswers")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("messageId", "bigint", (column) =>
          column.notNull().references("contactMessages.id").onDelete("cascade"),
        )
        .addColumn("actor", "text", (column) => column.notNull())
        .addColumn("text", "text", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("messageAnswers_messageId").on("messageAnswers").column("messageId").execute();
      await db.schema.alterTable("mails").addColumn("answerId", "text").execute();

      // As the beginnings are compared: byte by byte, which is SQLite's way anyway.
      const comparable = isPostgres ? sql` collate "C"` : sql``;
      for (const column of ["firstname", "lastname", "email"])
        await sql`create index ${sql.id(`customers_${column}_prefix`)} on customers (lower(${sql.ref(column)})${comparable})`.execute(
          db,
        );
      await db.schema.createIndex("customers_createdAt").on("customers").columns(["createdAt", "uid"]).execute();
    },
  };
}
