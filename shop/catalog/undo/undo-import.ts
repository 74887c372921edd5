import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, lockTable } from "#database/connect.ts";
import { bumpCatalogVersion, startCatalogEpoch } from "../../changes/catalog-version.ts";
import { logChange } from "../../changes/change-log.ts";
import { bumpSettingsVersion } from "../../changes/change-settings.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { ShopDatabase } from "../../shop.ts";
import { leaveAddresses, takeAddresses } from "../batches/apply-addresses.ts";
import { isImporting } from "../batches/staged-import.ts";
import { readPastImport } from "../past-imports/past-imports.ts";
import type { PastAddress } from "../past-imports/remember-products.ts";
import { nextPosition } from "../products/archive-product.ts";
import { applyUndo } from "./apply-undo.ts";
import { planUndo } from "./plan-undo.ts";
import { undoCategories } from "./undo-categories.ts";

/** An import can't be undone. The message is for the owner. */
export class UndoRefusedError extends Error {
  override name = "UndoRefusedError";
}

/** An undo of more is done in short transactions, so that orders go on. */
const rowsAtOnce = 1000;
const rowsPerStep = 150;
const maxPauseMs = 100;

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Undoes an import: a small one in one transaction, a large one is begun, and a job does the rest. Orders never change. See docs/decisions/0207.
 *
 * @returns whether it is done
 * @throws UndoRefusedError
 */
export async function undoImport({ db, now }: Context, id: string, actor: string) {
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    if (await isImporting(trx)) throw new UndoRefusedError("Products are being imported. Try again in a minute.");
    const past = await readPastImport(trx, id);
    if (!past) throw new UndoRefusedError(`There is no import ${id} that can be undone`);
    if (past.undoneAt !== null) throw new UndoRefusedError(`${past.name} was undone already`);
    const undone = { undoneAt: now().getTime(), undoneBy: actor };
    await trx.updateTable("pastImports").set(undone).where("id", "=", id).execute();
    const { added, changed, removed } = past;
    const fields = {
      ...{ added: { before: added, after: 0 }, changed: { before: changed, after: 0 } },
      removed: { before: removed, after: 0 },
    };
    const change = { actor, kind: "product", subject: past.name, action: "import undone", fields } as const;
    await logChange(trx, change, now());
    if (await isLarge(trx, id)) {
      await enqueue(trx, "importUndos", { key: id, payload: { importId: id }, now: now() });
      return false;
    }
    while (await undoNext(trx, id, now())) {}
    return true;
  });
}

async function isLarge(db: Database, importId: string) {
  const rows = db.selectFrom("pastImportRows").select("key").where("importId", "=", importId);
  return (await rows.limit(rowsAtOnce + 1).execute()).length > rowsAtOnce;
}

/** Does what is left of undoing an import. Two processes that do so share the work. */
export async function finishUndo({ db, now }: Context, id: string, signal?: AbortSignal) {
  for (;;) {
    signal?.throwIfAborted();
    const start = performance.now();
    const isMore = await db.transaction().execute(async (trx) => {
      await lockTable(trx, "products");
      return undoNext(trx, id, now());
    });
    if (!isMore) return;
    await sleep(Math.min(performance.now() - start, maxPauseMs));
  }
}

/** @returns whether something may be left */
async function undoNext(transaction: Database, importId: string, now: Date) {
  const past = await readUndone(transaction, importId);
  if (!past) return false;
  const rows = await transaction
    .selectFrom("pastImportRows")
    .select(["key", "content"])
    .where("importId", "=", importId)
    .where("kind", "=", "product")
    .orderBy("key")
    .limit(rowsPerStep)
    .execute();
  if (rows.length === 0) {
    await undoRest(transaction, importId, now);
    return false;
  }
  const version = await bumpCatalogVersion(transaction);
  await applyUndo(transaction, await planUndo(transaction, rows, past.createdAt), { version, now });
  const done = transaction.deleteFrom("pastImportRows").where("importId", "=", importId).where("kind", "=", "product");
  await done
    .where(
      "key",
      "in",
      rows.map(({ key }) => key),
    )
    .execute();
  return true;
}

function readUndone(db: Database, id: string) {
  const undone = db.selectFrom("pastImports").select("createdAt").where("id", "=", id);
  return undone.where("undoneAt", "is not", null).executeTakeFirst();
}

/** What comes after the products: their addresses, then categories and redirects that nothing needs any more. */
async function undoRest(transaction: Database, importId: string, now: Date) {
  const rows = await transaction
    .selectFrom("pastImportRows")
    .select(["kind", "key", "content"])
    .where("importId", "=", importId)
    .execute();
  const entriesOf = <Content>(wanted: string) =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ key, content }) => [key, JSON.parse(content) as Content] as const);
  await undoAddresses(transaction, entriesOf<PastAddress>("address"));
  await undoCategories(transaction, entriesOf("category"), now);
  for (const [from, { to }] of entriesOf<{ to: string }>("redirect"))
    await transaction.deleteFrom("redirects").where("from", "=", from).where("to", "=", to).execute();
  await separatePositions(transaction);
  await bumpSettingsVersion(transaction);
  // Deleted products can't be followed one by one.
  await startCatalogEpoch(transaction);
  await transaction.deleteFrom("pastImportRows").where("importId", "=", importId).execute();
}

const addressesPerStep = 150;

async function undoAddresses(transaction: Database, entries: (readonly [string, PastAddress])[]) {
  if (entries.length === 0) return;
  const version = await bumpCatalogVersion(transaction);
  const ids = entries.map(([id]) => id);
  const current = new Map<string, string | null>();
  for (const some of inSteps(ids))
    for (const { id, address } of await transaction
      .selectFrom("products")
      .select(["id", "address"])
      .where("id", "in", some)
      .execute())
      current.set(id, address);
  const back = entries.flatMap(([id, { before, after }]) =>
    current.get(id) === after ? [{ id, address: before }] : [],
  );
  for (const some of inSteps(back)) await leaveAddresses(transaction, some, version);
  for (const some of inSteps(back.filter(({ address }) => address !== null)))
    await takeAddresses(transaction, some, version);
}

function* inSteps<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += addressesPerStep)
    yield items.slice(start, start + addressesPerStep);
}

/** Products that came after the import may have places that others got back. They go to the end. */
async function separatePositions(transaction: Database) {
  const { rows } = await sql<{ number: number }>`
    select number from products where exists (
      select 1 from products as other where other.position = products.position and other.number < products.number)
    order by position, number`.execute(transaction);
  let position = await nextPosition(transaction);
  for (const { number } of rows)
    await transaction.updateTable("products").set({ position: position++ }).where("number", "=", number).execute();
}
