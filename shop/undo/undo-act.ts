import { setTimeout as sleep } from "node:timers/promises";
import { type Database, isUniqueViolation, lockTable } from "#database/connect.ts";
import { isImporting } from "../catalog/batches/staged-import.ts";
import { remember } from "../catalog/past-imports/remember-products.ts";
import { applyUndo } from "../catalog/undo/apply-undo.ts";
import { planUndo, type UndoStep } from "../catalog/undo/plan-undo.ts";
import { inAct } from "../changes/acts.ts";
import { bumpCatalogVersion, startCatalogEpoch } from "../changes/catalog-version.ts";
import { bumpSettingsVersion } from "../changes/change-settings.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { RedirectError } from "../redirects/redirect-map.ts";
import type { ShopDatabase } from "../shop.ts";
import { dropNotes, dropProducts, leaveRecords, readProducts, readRest } from "./act-rows.ts";
import type { ChangedRow } from "./fold-rows.ts";
import { logLeftRest, logUndo } from "./log-undo.ts";
import { isWithoutEffect, previewUndo } from "./preview-undo.ts";
import type { ProductPast } from "./product-pasts.ts";
import { findUnfinished } from "./read-acts.ts";
import { leaveOtherAddresses, readAddresses, undoSomeAddresses } from "./undo-addresses.ts";
import { undoSomeNotes } from "./undo-import-notes.ts";
import { rememberPlaces, separateSomePlaces } from "./undo-places.ts";
import { applyRecords, planRecords, type RecordStep } from "./undo-records.ts";
import { UndoRefusedError } from "./undo-refused-error.ts";

/** An undo of more is done in short transactions, so that orders go on. */
const rowsAtOnce = 1000;
const productsPerStep = 300;
/** Writers of other processes look for their turn every millisecond. */
const maxPauseMs = 20;

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Undoes an act: what one form, one press or one import has changed. A small one is undone in one transaction, a large one is begun, and a job does the rest.
 * Orders never change. The undo is an act itself. What was changed since stays, and can be undone later. See docs/decisions/0207 and 0392.
 *
 * @param insists whether what was changed since goes back, too
 * @returns whether it is done
 * @throws UndoRefusedError
 */
export async function undoAct(
  { db, now }: Context,
  id: string,
  actor: string,
  { insists = false }: { insists?: boolean | undefined } = {},
) {
  const undos = await countUndos(db, id);
  const undo = async (trx: Database) => {
    await lockTable(trx, "products");
    if (await isImporting(trx)) throw new UndoRefusedError("Products are being imported. Try again in a minute.");
    const act = await markUndone(trx, id, { actor, insists, undos, now: now() });
    const large = await isLarge(trx, id);
    const plan = large ? undefined : await previewUndo(trx, act, { insists, mostKept: rowsAtOnce });
    if (undos > 0 && plan && isWithoutEffect(plan))
      throw new UndoRefusedError("Nothing was undone: what is left was changed since.");
    await logUndo(trx, act, { actor, now: now(), plan });
    await undoFirst(trx, id, { insists, now: now() });
    if (large) {
      await enqueue(trx, "importUndos", { key: undoOf(id, undos + 1), payload: { importId: id }, now: now() });
      return false;
    }
    while (await undoNext(trx, id, now())) {}
    return true;
  };
  return inAct(db, (trx) => refusing(undo(trx)), undoOf(id, undos + 1));
}

/** The act that undoing another one is, for the first time or once more. */
function undoOf(id: string, undos: number) {
  return undos === 1 ? `${id}-undo` : `${id}-undo${undos}`;
}

/** Whether an act is an undo that a job is still doing. */
async function isGoingOn(db: Database, id: string) {
  const undone = /^(.*)-undo\d*$/.exec(id)?.[1];
  return undone !== undefined && (await findUnfinished(db, [undone])).size > 0;
}

async function countUndos(db: Database, id: string) {
  const act = await db.selectFrom("acts").select("undos").where("id", "=", id).executeTakeFirst();
  return act?.undos ?? 0;
}

/** @param undos how often it was undone when somebody pressed @throws UndoRefusedError */
async function markUndone(
  transaction: Database,
  id: string,
  { actor, insists, undos, now }: { actor: string; insists: boolean; undos: number; now: Date },
) {
  const act = await transaction.selectFrom("acts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!act) throw new UndoRefusedError("This can't be undone any more.");
  if (act.undoneAt !== null || act.undos !== undos)
    throw new UndoRefusedError(`${act.name ?? "This"} was undone already`);
  if (await isGoingOn(transaction, id)) throw new UndoRefusedError("The undo isn't done yet. Try again in a minute.");
  await transaction
    .updateTable("acts")
    .set({ undoneAt: now.getTime(), undoneBy: actor, insists: insists ? 1 : 0, undos: undos + 1, undoneTo: null })
    .where("id", "=", id)
    .execute();
  return act;
}

async function refusing<Result>(undo: Promise<Result>) {
  try {
    return await undo;
  } catch (error) {
    if (error instanceof RedirectError) throw new UndoRefusedError(`A redirect can't come back: ${error.message}`);
    if (isUniqueViolation(error)) throw new UndoRefusedError("Something else has the same name or code by now.");
    throw error;
  }
}

/** An added category goes once its products have left it, and redirects follow the addresses of products. */
function isLast({ table, before }: ChangedRow) {
  return table === "redirects" || (table === "categories" && before === undefined);
}

/** Other records come before the products: what a rule refuses is then refused before a large undo begins. */
async function undoFirst(transaction: Database, id: string, { insists, now }: { insists: boolean; now: Date }) {
  const { records } = await readRest(transaction, id);
  const first = records.filter((row) => !isLast(row));
  if (first.length === 0) return;
  const steps = await planRecords(transaction, first, { insists });
  await applyRecords(transaction, steps, now);
  await leaveRecords(transaction, id, [...leftIn(steps), ...records.filter(isLast)]);
}

function leftIn(steps: RecordStep[]) {
  return steps.flatMap(({ left }) => left ?? []);
}

async function isLarge(db: Database, act: string) {
  const rows = db.selectFrom("actRows").select("id").where("act", "=", act);
  return (await rows.limit(rowsAtOnce + 1).execute()).length > rowsAtOnce;
}

/** Does what is left of undoing an act. Two processes that do so share the work. */
export async function finishUndo(context: Context, id: string, signal?: AbortSignal) {
  for (;;) {
    signal?.throwIfAborted();
    const start = performance.now();
    if (!(await goOn(context, id))) return;
    await sleep(Math.min(performance.now() - start, maxPauseMs));
  }
}

/** @returns whether something may be left */
async function goOn({ db, now }: Context, id: string) {
  const undos = await countUndos(db, id);
  const inTurn = (step: (transaction: Database) => Promise<boolean>) => {
    const locked = async (trx: Database) => {
      await lockTable(trx, "products");
      return step(trx);
    };
    return inAct(db, (trx) => refusing(locked(trx)), undoOf(id, undos));
  };
  try {
    return await inTurn((trx) => undoNext(trx, id, now()));
  } catch (error) {
    if (!(error instanceof UndoRefusedError)) throw error;
    const { ids } = await readProducts(db, id, (await readUndone(db, id))?.undoneTo ?? "", 1);
    if (ids.length > 0 || (await readAddresses(db, id)).length > 0) throw error;
    // A redirect was added since the undo began. The products are back already.
    return inTurn((trx) => leaveRest(trx, id, { reason: error.message, now: now() }));
  }
}

async function leaveRest(transaction: Database, id: string, { reason, now }: { reason: string; now: Date }) {
  const undone = await readUndone(transaction, id);
  if (!undone) return false;
  await undoRest(transaction, id, { ...undone, leavesLast: true }, now);
  await logLeftRest(transaction, id, { actor: undone.undoneBy, reason, now });
  return false;
}

interface Undone {
  createdAt: number;
  undoneBy: string;
  /** The last product that is done. */
  undoneTo: string;
  insists: boolean;
  isImport: boolean;
  /** Whether a rule has refused the redirects and added categories, so that they stay as they are. */
  leavesLast?: boolean;
}

/** @returns whether something may be left */
async function undoNext(transaction: Database, id: string, now: Date) {
  const undone = await readUndone(transaction, id);
  if (!undone) return false;
  const { ids, products, drafts } = await readProducts(transaction, id, undone.undoneTo, productsPerStep);
  const last = ids.at(-1);
  if (last === undefined) {
    if (await undoSomeAddresses(transaction, id, undone)) return true;
    if (await separateSomePlaces(transaction, id)) return true;
    if (await undoSomeNotes(transaction, id, now)) return true;
    await undoRest(transaction, id, undone, now);
    return false;
  }
  const draftSteps = await planRecords(transaction, drafts, undone);
  const isBack = ({ effect }: { effect: string }) => effect === "returned";
  await applyRecords(
    transaction,
    draftSteps.filter((step) => !isBack(step)),
    now,
  );
  const version = await bumpCatalogVersion(transaction);
  const steps = await planUndo(transaction, products, { since: undone.createdAt, insists: undone.insists });
  await applyUndo(transaction, steps, { version, now });
  const left = new Set(steps.flatMap(({ id, effect }) => (effect === "archived" ? [id] : [])));
  await applyRecords(
    transaction,
    draftSteps.filter((step) => isBack(step) && !left.has(String(step.next.id))),
    now,
  );
  const pasts = steps.flatMap(({ id, left: past }) => (past ? [{ id, past }] : []));
  await dropProducts(transaction, id, { ids, products: pasts, drafts: leftIn(draftSteps) });
  await transaction.updateTable("acts").set({ undoneTo: last }).where("id", "=", id).execute();
  await rememberAddresses(transaction, id, { products, steps });
  await rememberPlaces(transaction, id, steps);
  if (steps.some(({ effect }) => effect === "deleted")) await remember(transaction, id, "epoch", [["", {}]]);
  return true;
}

/** Remembers the addresses that go back once all products are back: some may have them that leave them later. */
async function rememberAddresses(
  transaction: Database,
  id: string,
  { products, steps }: { products: ProductPast[]; steps: UndoStep[] },
) {
  const returned = steps.flatMap(({ effect, after }) => (effect === "returned" && after ? [after] : []));
  await remember(transaction, id, "address", [
    ...products.flatMap(({ id, address }) => (address ? [[id, address] as const] : [])),
    ...returned.flatMap(({ id, address }) => (address ? [[id, { before: address, after: null }] as const] : [])),
  ]);
}

async function readUndone(db: Database, id: string): Promise<Undone | undefined> {
  const columns = ["createdAt", "undoneBy", "undoneTo", "insists", "name"] as const;
  const undone = db.selectFrom("acts").select(columns).where("id", "=", id);
  const row = await undone.where("undoneAt", "is not", null).executeTakeFirst();
  if (!row) return undefined;
  const { createdAt, undoneBy, undoneTo, insists, name } = row;
  return {
    ...{ createdAt, undoneBy: undoneBy ?? "", undoneTo: undoneTo ?? "" },
    ...{ insists: insists === 1, isImport: name !== null },
  };
}

/** What comes last: categories and redirects that an act has added. */
async function undoRest(
  transaction: Database,
  id: string,
  { insists, isImport, leavesLast = false }: Undone,
  now: Date,
) {
  const { entriesOf, records } = await readRest(transaction, id);
  const last = await planRecords(transaction, leavesLast ? [] : records.filter(isLast), { insists });
  await applyRecords(transaction, last, now);
  await bumpSettingsVersion(transaction);
  // Deleted products can't be followed one by one.
  if (isImport || entriesOf("epoch").length > 0) await startCatalogEpoch(transaction);
  const others = records.filter((row) => leavesLast || !isLast(row));
  await leaveRecords(transaction, id, [...others, ...leftIn(last)]);
  await dropNotes(transaction, id);
  await leaveOtherAddresses(transaction, id);
  await offerRest(transaction, id);
}

/** What was left can be undone again. See docs/decisions/0401. */
async function offerRest(transaction: Database, id: string) {
  await transaction
    .updateTable("acts")
    .set({ undoneAt: null, undoneTo: null })
    .where("id", "=", id)
    .where(({ exists, selectFrom }) => exists(selectFrom("actRows").select("key").where("act", "=", id)))
    .execute();
}
