import { type Kysely, sql } from "kysely";

/**
 * What an undo leaves can be undone later: `undos` counts how often an act was undone, and `undoneTo` is the last product that a running undo has done.
 * Undos that are running go on: they have dropped what they did.
 */
export const countUndos = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("acts")
      .addColumn("undos", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("acts").addColumn("undoneTo", "text").execute();
    await sql`update acts set undos = 1 where "undoneAt" is not null`.execute(db);
  },
};
