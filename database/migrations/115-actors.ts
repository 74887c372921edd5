import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

export const actorIndexes: LargeIndex[] = [{ name: "changes_actor", table: "changes", columns: `"actorKey", id` }];

/** Of `103-large-lists` and `105-pairs-of-letters`: they found parts of names among all entries of the log. */
export const replacedIndexes = ["changes_actorKey", "changes_otherSigns"];

/** Lets the log list who made changes without reading all of them. See docs/decisions/0416. */
export function indexActors(engine: Engine) {
  const index = indexLarge(engine, actorIndexes, "115");
  return {
    async up(db: Kysely<unknown>) {
      for (const name of replacedIndexes) await sql`drop index if exists ${sql.id(name)}`.execute(db);
      await index.up(db);
    },
  };
}
