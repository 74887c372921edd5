import type { Kysely } from "kysely";

/** Restores of a backup, so that one runs at a time and every process can say how it goes. See docs/decisions/0347. */
export const createRestores = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("restores")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("fileName", "text", (column) => column.notNull())
      .addColumn("startedAt", "bigint", (column) => column.notNull())
      .addColumn("aliveAt", "bigint", (column) => column.notNull())
      .addColumn("result", "text")
      .execute();
  },
};
