import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";

/** Pictures of products that owners have uploaded, and their files. */
export function createProductPictures(engine: Engine) {
  const bytes = engine === "postgres" ? "bytea" : "blob";
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("productPictures")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("address", "text", (column) => column.notNull())
        .addColumn("side", "integer", (column) => column.notNull())
        .addColumn("master", bytes)
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("dueAt", "bigint")
        .addColumn("unusedSince", "bigint")
        .execute();
      await db.schema.createIndex("productPictures_dueAt").on("productPictures").column("dueAt").execute();
      await db.schema.createIndex("productPictures_unusedSince").on("productPictures").column("unusedSince").execute();

      await db.schema
        .createTable("productPictureFiles")
        .addColumn("pictureId", "text", (column) => column.notNull().references("productPictures.id"))
        .addColumn("format", "text", (column) => column.notNull())
        .addColumn("width", "integer", (column) => column.notNull())
        .addColumn("content", bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint("productPictureFiles_key", ["pictureId", "format", "width"])
        .execute();
    },
  };
}
