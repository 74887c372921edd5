import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PastImportsTable, Schema } from "#database/schema.ts";

/** So many imports can be undone, and none that is older than a month. See docs/decisions/0207. */
const mostKept = 10;
const keptForMs = 30 * 24 * 60 * 60_000;
const rowsPerDelete = 2000;

export type NewPastImport = Pick<PastImportsTable, "id" | "actor" | "name" | "added" | "changed" | "removed"> & {
  at: Date;
};

/** A short name for an import, which owners may type. */
export function newImportId() {
  return randomUUID().slice(0, 8);
}

/** Begins to remember an import, in its transaction. */
export async function startRemembering(transaction: Database, { at, ...past }: NewPastImport) {
  await transaction
    .insertInto("pastImports")
    .values({ ...past, createdAt: at.getTime(), undoneAt: null, undoneBy: null })
    .execute();
}

/** Says how many products an import has changed; one that changed nothing is forgotten. */
export async function finishRemembering(
  transaction: Database,
  id: string,
  counts: Pick<NewPastImport, "added" | "changed" | "removed">,
) {
  await transaction.updateTable("pastImports").set(counts).where("id", "=", id).execute();
  await transaction
    .deleteFrom("pastImports")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("pastImportRows").select("key").where("importId", "=", id))),
    )
    .execute();
}

/** A past import. One that was undone has nothing left once that is done. */
export type PastImport = PastImportsTable & { isLeft: boolean };

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
    .selectFrom("pastImports")
    .selectAll()
    .select((eb) => rowsOf(eb).limit(1).as("first"));
}

function rowsOf(eb: ExpressionBuilder<Schema, "pastImports">) {
  return eb.selectFrom("pastImportRows").select("key").whereRef("importId", "=", "pastImports.id");
}

function toPast<Row extends { first: string | null }>({ first, ...row }: Row) {
  return { ...row, isLeft: first !== null };
}

/** Forgets some rows of old imports at a time, so that nobody waits for long. @returns whether there may be more */
export async function forgetOldImports(db: Database, now: Date) {
  const kept = db.selectFrom("pastImports").select("id").orderBy("createdAt", "desc").orderBy("id").limit(mostKept);
  const keptIds = (await kept.execute()).map(({ id }) => id);
  const old = await db
    .selectFrom("pastImports")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("createdAt", "<", now.getTime() - keptForMs),
        ...(keptIds.length > 0 ? [eb("id", "not in", keptIds)] : []),
      ]),
    )
    // One that is being undone is undone to the end.
    .where((eb) => eb.or([eb("undoneAt", "is", null), eb.not(eb.exists(rowsOf(eb)))]))
    .orderBy("createdAt")
    .executeTakeFirst();
  if (!old) return false;
  const some = db.selectFrom("pastImportRows").select("key").where("importId", "=", old.id).limit(rowsPerDelete);
  const { numDeletedRows } = await db
    .deleteFrom("pastImportRows")
    .where("importId", "=", old.id)
    .where("key", "in", sql<string>`(select key from (${some}) as old)`)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await db.deleteFrom("pastImports").where("id", "=", old.id).execute();
  return true;
}
