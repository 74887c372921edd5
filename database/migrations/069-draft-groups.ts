import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** The groups of drafts, and of archived products, are found like those of products. */
export function addDraftGroups(engine: Engine) {
  const group = engine === "postgres" ? sql`content::jsonb ->> 'group'` : sql`content ->> 'group'`;
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable("draftProducts").addColumn("group", "text").execute();
      await sql`update "draftProducts" set "group" = ${group}`.execute(db);
      for (const table of ["draftProducts", "archivedProducts"])
        await db.schema.createIndex(`${table}_group`).on(table).column("group").execute();
    },
  };
}
