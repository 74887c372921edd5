import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { ActsTable, Schema } from "#database/schema.ts";
import { actsKeptForMs } from "../../changes/acts.ts";

/** So many imports can be undone, and no act that is older than a month. See docs/decisions/0207. */
const mostKept = 10;
const rowsPerDelete = 2000;

interface ImportCounts {
  added: number;
  changed: number;
  removed: number;
}

export interface NewPastImport extends ImportCounts {
  id: string;
  actor: string;
  name: string;
  at: Date;
}

/** A short name for an import, which owners may type. */
export function newImportId() {
  return randomUUID().slice(0, 8);
}

/** Begins to remember an import, in its transaction. */
export async function startRemembering(transaction: Database, { at, ...past }: NewPastImport) {
  await transaction
    .insertInto("acts")
    .values({ ...past, createdAt: at.getTime(), undoneAt: null, undoneBy: null })
    .execute();
}

/** Says how many products an import has changed; one that changed nothing is forgotten. */
export async function finishRemembering(transaction: Database, id: string, counts: ImportCounts) {
  await transaction.updateTable("acts").set(counts).where("id", "=", id).execute();
  await transaction
    .deleteFrom("acts")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom("actRows").select("key").where("act", "=", id))))
    .execute();
}

/** A past import. One that was undone has nothing left once that is done. */
export type PastImport = Selectable<ActsTable> & { actor: string; name: string; isLeft: boolean };

/** The imports that can be undone or were, newest first. */
export async function readPastImports(db: Database): Promise<PastImport[]> {
  const rows = await selectPast(db).orderBy("createdAt", "desc").orderBy("id").limit(mostKept).execute();
  return rows.map(toPast);
}

/** @param id as an owner typed it */
export async function readPastImport(db: Database, id: string): Promise<PastImport | undefined> {
  if (!/^[\da-f]{8}$/.test(id)) return undefined;
  const row = await selectPast(db).where("id", "=", id).executeTakeFirst();
  return row && toPast(row);
}

function selectPast(db: Database) {
  return db
    .selectFrom("acts")
    .selectAll()
    .where("name", "is not", null)
    .$narrowType<{ actor: string; name: string }>()
    .select((eb) => rowsOf(eb).limit(1).as("first"));
}

function rowsOf(eb: ExpressionBuilder<Schema, "acts">) {
  return eb.selectFrom("actRows").select("key").whereRef("act", "=", "acts.id");
}

function toPast<Row extends { first: string | null }>({ first, ...row }: Row) {
  return { ...row, isLeft: first !== null };
}

/** Forgets some rows of old acts at a time, so that nobody waits for long. @returns whether there may be more */
export async function forgetOldActs(db: Database, now: Date) {
  const kept = db.selectFrom("acts").select("id").where("name", "is not", null);
  const keptIds = (await kept.orderBy("createdAt", "desc").orderBy("id").limit(mostKept).execute()).map(({ id }) => id);
  const old = await db
    .selectFrom("acts")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("createdAt", "<", now.getTime() - actsKeptForMs),
        ...(keptIds.length > 0 ? [eb.and([eb("name", "is not", null), eb("id", "not in", keptIds)])] : []),
      ]),
    )
    // One that is being undone is undone to the end.
    .where((eb) => eb.or([eb("undoneAt", "is", null), eb.not(eb.exists(rowsOf(eb)))]))
    .orderBy("createdAt")
    .executeTakeFirst();
  if (!old) return false;
  const some = db.selectFrom("actRows").select("id").where("act", "=", old.id).limit(rowsPerDelete);
  const { numDeletedRows } = await db
    .deleteFrom("actRows")
    .where("id", "in", sql<number>`(select id from (${some}) as old)`)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await db.deleteFrom("acts").where("id", "=", old.id).execute();
  return true;
}
