import type { Kysely } from "kysely";
import type { Engine } from "../connect.ts";
import { followObjects } from "./070-picture-objects.ts";

/** The files of return labels, which may be objects in S3-compatible storage like pictures. */
export function createReturnLabels(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("returnLabels")
        .addColumn("returnId", "text", (column) => column.primaryKey().references("returnRequests.id"))
        .addColumn("content", engine === "postgres" ? "bytea" : "blob", (column) => column.notNull())
        .addColumn("object", "text")
        .execute();
      await followObjects(db, engine, "returnLabels");
    },
  };
}
