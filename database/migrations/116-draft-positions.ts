import type { Kysely } from "kysely";

/** Drafts keep the order in which they were added, for the variants of a group. Those from before have 0 and follow their titles. See docs/decisions/0418. */
export const addDraftPositions = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("draftProducts")
      .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
