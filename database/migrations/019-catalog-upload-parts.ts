import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** Keeps catalog files in parts, so that no process holds a whole one in memory. */
export function createCatalogUploadParts(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("catalogUploadParts")
        .addColumn("uploadId", "text", (column) => column.notNull().references("catalogUploads.id").onDelete("cascade"))
        .addColumn("number", "integer", (column) => column.notNull())
        .addColumn("content", engine === "postgres" ? "bytea" : "blob", (column) => column.notNull())
        .addPrimaryKeyConstraint("catalogUploadParts_key", ["uploadId", "number"])
        .execute();
      await sql`insert into "catalogUploadParts" select "id", 0, "content" from "catalogUploads"`.execute(db);
      await db.schema.alterTable("catalogUploads").dropColumn("content").execute();
    },
  };
}
