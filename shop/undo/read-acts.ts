import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ActsTable } from "#database/schema.ts";
import { type Change, readChanges } from "../changes/change-log.ts";

type Act = Selectable<ActsTable>;

/** The acts of some changes that can be undone, or were, by their ids. */
export async function readActs(db: Database, changes: Pick<Change, "act">[]): Promise<Map<string, Act>> {
  const ids = changes.flatMap(({ act }) => act ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("acts").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of some acts are still being undone: something is left to undo, though they count as undone. */
export async function findUnfinished(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const undone = db.selectFrom("acts").select("id").where("id", "in", ids).where("undoneAt", "is not", null);
  const rows = await undone
    .where(({ exists, selectFrom }) => exists(selectFrom("actRows").select("key").whereRef("act", "=", "acts.id")))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** So many entries of an act are read to tell what it did. */
const mostRead = 20;

/** An act by one of its entries in the log, with its first ones; undefined if it can't be undone any more. */
export async function readActOf(db: Database, changeId: number) {
  const [change] = await readChanges(db, { id: changeId, limit: 1 });
  const act = change && (await readActs(db, [change])).get(change.act ?? "");
  return act && { act, change, changes: await readChanges(db, { act: act.id, limit: mostRead }) };
}

/** The log's entry of an act, if that can be undone. @returns its id in the log */
export async function findEntryToUndo(db: Database, act: string) {
  const entry = await db
    .selectFrom("changes")
    .innerJoin("acts", "acts.id", "changes.act")
    .select("changes.id")
    .where("changes.act", "=", act)
    .where("acts.undoneAt", "is", null)
    .where("changes.isPart", "=", 0)
    .orderBy("changes.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return entry && Number(entry.id);
}
