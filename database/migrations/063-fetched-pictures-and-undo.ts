import type { Kysely } from "kysely";

/** Pictures of imported products are fetched into the shop, and imports can be undone. */
export const addPictureFetchesAndUndo = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("pictureFetches")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("picture", "text")
      .addColumn("problem", "text")
      .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("runAt", "bigint", (column) => column.notNull())
      .addColumn("askedAt", "bigint", (column) => column.notNull())
      .execute();
    const byOrigin = db.schema.createIndex("pictureFetches_origin").on("pictureFetches");
    await byOrigin.columns(["origin", "state", "runAt"]).execute();
    await db.schema.createIndex("pictureFetches_picture").on("pictureFetches").column("picture").execute();
    await db.schema
      .createTable("pictureFetchUses")
      .addColumn("fetchId", "text", (column) => column.notNull().references("pictureFetches.id").onDelete("cascade"))
      .addColumn("productId", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("pictureFetchUses_pk", ["fetchId", "productId"])
      .execute();
    await db.schema
      .createTable("pastImports")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("added", "integer", (column) => column.notNull())
      .addColumn("changed", "integer", (column) => column.notNull())
      .addColumn("removed", "integer", (column) => column.notNull())
      .addColumn("undoneAt", "bigint")
      .addColumn("undoneBy", "text")
      .execute();
    await db.schema
      .createTable("pastImportRows")
      .addColumn("importId", "text", (column) => column.notNull().references("pastImports.id").onDelete("cascade"))
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("pastImportRows_pk", ["importId", "kind", "key"])
      .execute();
  },
};
