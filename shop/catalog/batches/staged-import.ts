import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, engineOf, lockTable, takeTurn } from "#database/connect.ts";
import { leaseEnd, leaseHasEnded } from "#database/database-time.ts";
import { closeAct, openAct } from "../../changes/acts.ts";
import { bumpCatalogVersion, startCatalogEpoch } from "../../changes/catalog-version.ts";
import type { ImportBatch } from "../files/planning/plan-import.ts";
import { applyBatch } from "./apply-batch.ts";

/**
 * A large import is staged in the database, where nothing sees it, and then applied batch by batch, so that orders wait for one batch at most.
 * Once the first batch may be applied, any process can apply the rest: an import never ends in the middle. See docs/decisions/0120.
 */

/** Milliseconds without a sign of life after which other processes take an import over. */
const leaseMs = 30_000;
const pollMs = 500;
/** Between two batches, writers of other processes get their turn: SQLite's look for it every 100 ms. */
const maxPauseMs = 100;

/** Waits until no other import is in progress, or finishes one whose process has died. @returns the new import's id */
export async function startImport(db: Database) {
  const id = randomUUID();
  for (;;) {
    const other = await db.transaction().execute(async (trx) => {
      await takeTurn(trx, "imports");
      const other = await trx.selectFrom("catalogImports").selectAll().executeTakeFirst();
      if (!other)
        await trx
          .insertInto("catalogImports")
          .values({ id, state: "staging", hasRemovals: 0, leasedUntil: leaseEnd(trx, leaseMs) })
          .execute();
      return other;
    });
    if (!other) return id;
    if (!(await takeOver(db, other))) await sleep(pollMs);
  }
}

/** Finishes the imports whose processes have died. */
export async function resumeImports(db: Database) {
  for (const staged of await db.selectFrom("catalogImports").selectAll().execute()) await takeOver(db, staged);
}

/** @returns whether the import was no other process's any more, and is now finished or discarded */
async function takeOver(db: Database, { id, state }: { id: string; state: "staging" | "applying" }) {
  const taken = await db
    .updateTable("catalogImports")
    .set({ leasedUntil: leaseEnd(db, leaseMs) })
    .where("id", "=", id)
    .where("state", "=", state)
    .where(leaseHasEnded(db, leaseMs))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) return false;
  if (state === "applying") await applyImport(db, id);
  else await discardImport(db, id);
  return true;
}

/** @param number of the batch, from 0 */
export async function stageBatch(db: Database, importId: string, number: number, batch: ImportBatch) {
  await db.transaction().execute(async (trx) => {
    await renewLease(trx, importId);
    await insertBatch(trx, importId, number, batch);
  });
}

async function insertBatch(transaction: Database, importId: string, number: number, batch: ImportBatch) {
  const content = JSON.stringify(batch);
  await transaction.insertInto("catalogImportBatches").values({ importId, number, content }).execute();
}

/** Whether an import is in progress. Until the transaction ends, none can start. */
export async function isImporting(transaction: Database) {
  await takeTurn(transaction, "imports");
  return (await transaction.selectFrom("catalogImports").select("id").executeTakeFirst()) !== undefined;
}

/** Stages batches that a job applies after the transaction, which found no import in progress. */
export async function stageAtOnce(transaction: Database, batches: ImportBatch[]) {
  const id = randomUUID();
  // Without a lease, the next process that looks for abandoned imports takes it over.
  const row = { id, state: "applying", hasRemovals: 0, leasedUntil: 0 } as const;
  await transaction.insertInto("catalogImports").values(row).execute();
  for (const [number, batch] of batches.entries()) await insertBatch(transaction, id, number, batch);
}

/** @throws when another process has taken the import over */
async function renewLease(transaction: Database, id: string) {
  await transaction
    .updateTable("catalogImports")
    .set({ leasedUntil: leaseEnd(transaction, leaseMs) })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(() => new Error("The import took too long, and another process has discarded it"));
}

/** Lets the batches be applied: from here on the import happens, whatever becomes of this process. */
export async function commitImport(transaction: Database, id: string, { hasRemovals }: { hasRemovals: boolean }) {
  await renewLease(transaction, id);
  const committed = { state: "applying", hasRemovals: hasRemovals ? 1 : 0 } as const;
  await transaction.updateTable("catalogImports").set(committed).where("id", "=", id).execute();
}

/** Removes an import that wasn't committed. */
export async function discardImport(db: Database, id: string) {
  await db.deleteFrom("catalogImports").where("id", "=", id).where("state", "=", "staging").execute();
}

/** Applies what is left of an import. @param onBatch is called after each batch */
export async function applyImport(db: Database, id: string, onBatch?: () => void) {
  for (;;) {
    const start = performance.now();
    const isDone = await db.transaction().execute((trx) => applyNext(trx, id));
    if (isDone) break;
    onBatch?.();
    await sleep(Math.min(performance.now() - start, maxPauseMs));
  }
  if (engineOf(db) === "postgres") await sql`analyze products, "productSearch", "searchWords"`.execute(db);
}

/** @returns whether nothing was left to apply */
async function applyNext(transaction: Database, importId: string) {
  await lockTable(transaction, "products");
  const staged = await transaction
    .updateTable("catalogImports")
    .set({ leasedUntil: leaseEnd(transaction, leaseMs) })
    .where("id", "=", importId)
    .returning("hasRemovals")
    .executeTakeFirst();
  if (!staged) return true;
  const next = await transaction
    .selectFrom("catalogImportBatches")
    .select(["number", "content"])
    .where("importId", "=", importId)
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  const version = await bumpCatalogVersion(transaction);
  if (!next) {
    if (staged.hasRemovals) await startCatalogEpoch(transaction);
    await transaction.deleteFrom("catalogImports").where("id", "=", importId).execute();
    return true;
  }
  const batch: ImportBatch = JSON.parse(next.content);
  if (batch.act) await openAct(transaction, batch.act);
  await applyBatch(transaction, batch, version);
  if (batch.act) await closeAct(transaction);
  await transaction
    .deleteFrom("catalogImportBatches")
    .where("importId", "=", importId)
    .where("number", "=", next.number)
    .execute();
  return false;
}
