import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, lockTable } from "#database/connect.ts";
import { databaseNow } from "#database/database-clock.ts";
import type { ProductsTable } from "#database/schema.ts";
import { inAct, newActId, wasUndone } from "../../changes/acts.ts";
import { bumpCatalogVersion, parseCatalogVersion, readCatalogVersion } from "../../changes/catalog-version.ts";
import { logChanges, type NewChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { ShopDatabase } from "../../shop.ts";
import { defaultFormats } from "../../values/locale.ts";
import { fullTitle, readOptions } from "../../values/product-options.ts";
import { formatPercent } from "../../values/written-numbers.ts";
import { updateProducts } from "../batches/write-products.ts";
import {
  countArchivedProducts,
  countFoundProducts,
  findArchivedNumbers,
  findProductNumbers,
  type ProductCriteria,
} from "../lists/find-products.ts";
import { reindexProducts } from "../lists/search/search-index.ts";
import { type ForeseenPrice, foreseeFormerPrices, recordPrices } from "../pricing/price-history.ts";
import { roundings } from "../pricing/rounding.ts";
import { findSampleNumbers } from "../sample-products.ts";
import { archiveRows, unarchiveRows } from "./archive-product.ts";
import { type BulkChange, planBulkChange } from "./bulk-change.ts";
import { deleteArchivedRows, readOrderedLately } from "./delete-archived.ts";
import type { PlannedChange } from "./planned-change.ts";

/** Products that are changed at once, at most. */
export const mostInBulk = 20_000;
/** How many products a preview and a result name. */
const mostNamed = 50;
/** Each batch is a transaction, which delays no order. */
const productsPerBatch = 150;
const maxPauseMs = 100;
/** Looked up at once: a millisecond or two on SQLite, which answers without leaving the event loop. */
const numbersPerQuery = 1000;

/** Active products or archived ones: by their numbers, those of the sample catalog, or all that match a search. */
export interface BulkSelection {
  isArchived: boolean;
  numbers?: number[] | undefined;
  /** See docs/decisions/0404. */
  isSample?: boolean;
  criteria: ProductCriteria;
  /** Whether the other variants of their groups belong to it, too. */
  withGroups?: boolean;
}

interface NamedProduct {
  id: string;
  title: string;
}

type WithReason = NamedProduct & { reason: string };

export interface PreviewedProduct
  extends NamedProduct,
    Pick<Extract<PlannedChange, { columns: object }>, "fields" | "warnings" | "pays"> {
  /** The former price that customers will see beside what they pay, in cents; null for none, undefined if nothing claims one. */
  formerCents: number | null | undefined;
}

export interface BulkPreview {
  /** What the owner has seen: the catalog's version and the selection. A product that changed since is skipped. */
  seen: SeenProducts;
  changed: number;
  unchanged: number;
  /** The first products that change; those with warnings come first. */
  rows: PreviewedProduct[];
  /** How many products have each warning. */
  warnings: { text: string; products: number }[];
  skipped: Skipped;
}

/** Skipped products: how many, and the first of them. */
export interface Skipped {
  count: number;
  first: WithReason[];
}

export interface SeenProducts {
  version: string;
  digest: string;
}

export type BulkOutcome =
  /** The selection isn't what the preview showed. Nothing was changed. */
  | { outcome: "stale" }
  | {
      outcome: "applied";
      changed: number;
      skipped: Skipped;
      /** Changed by someone else since the preview. */
      conflicts: Skipped;
      /** Whether someone has undone it before its end, so that the other products stay as they were. */
      isStopped: boolean;
    };

/** The numbers of the selected products that exist, ascending; more than `mostInBulk` if there are too many. */
async function readSelection(db: Database, selection: BulkSelection) {
  const selected = await readSelected(db, selection);
  return selection.withGroups ? withSiblings(db, selection, selected) : selected;
}

/** How many products are selected, and how many other variants of their groups there are; more than `mostInBulk` products if there are too many. */
export async function countSelection(db: Database, selection: BulkSelection) {
  if (await isTooLarge(db, selection)) return { selected: mostInBulk + 1, others: 0 };
  const selected = await readSelection(db, selection);
  const all = selection.withGroups ? selected : await withSiblings(db, selection, selected);
  return { selected: selected.length, others: all.length - selected.length };
}

/** Whether a whole list has too many products: an index counts them sooner than their numbers are read. What words find is searched for once. */
async function isTooLarge(db: Database, { isArchived, numbers, isSample, criteria }: BulkSelection) {
  if (numbers || isSample || criteria.text) return false;
  const most = mostInBulk + 1;
  const count = isArchived ? countArchivedProducts(db, criteria, most) : countFoundProducts(db, criteria, most);
  return (await count) > mostInBulk;
}

async function withSiblings(db: Database, { isArchived }: BulkSelection, selected: number[]) {
  if (selected.length > mostInBulk) return selected;
  const all = new Set(selected);
  for (const batch of inBatches(selected, numbersPerQuery))
    for (const number of await readSiblingNumbers(db, isArchived, batch)) all.add(number);
  return [...all].toSorted((one, other) => one - other).slice(0, mostInBulk + 1);
}

/** @param numbers at most `numbersPerQuery` */
async function readSiblingNumbers(db: Database, isArchived: boolean, numbers: number[]) {
  const table = isArchived ? "archivedProducts" : "products";
  const groups = db
    .selectFrom(table)
    .select("group")
    .where("number", "in", [0, ...numbers])
    .where("group", "is not", null);
  const rows = await db.selectFrom(table).select("number").where("group", "in", groups).execute();
  return rows.map(({ number }) => number);
}

async function readSelected(db: Database, { isArchived, numbers, isSample, criteria }: BulkSelection) {
  if (isSample) return findSampleNumbers(db);
  if (numbers) return (await readRows(db, isArchived, numbers)).map(({ number }) => number);
  return isArchived
    ? findArchivedNumbers(db, criteria, mostInBulk + 1)
    : findProductNumbers(db, criteria, mostInBulk + 1);
}

/** Computes what a change would do to the selected products at a moment, without changing anything. */
export async function previewBulkChange(
  db: Database,
  selection: BulkSelection,
  change: BulkChange,
  time = databaseNow(db).getTime(),
): Promise<BulkPreview> {
  const version = await readCatalogVersion(db);
  const numbers = await readSelection(db, selection);
  const currency = await readCurrency(db);
  const warned: BulkPreview["rows"] = [];
  const others: BulkPreview["rows"] = [];
  const warnings = new Map<string, number>();
  const skipped = noneSkipped();
  let changed = 0;
  for (const batch of inBatches(numbers)) {
    const rows = await readRows(db, selection.isArchived, batch);
    const context = { time, currency, orderedLately: await readUndeletable(db, change, rows, time) };
    const planned = rows.map((row) => ({ row, plan: planBulkChange(row, change, context) }));
    const formerPrices = await foreseeFormerPrices(db, pricesIn(planned));
    for (const { row, plan } of planned) {
      if (!plan) continue;
      if (plan.skipped !== undefined) {
        skip(skipped, row, plan.skipped);
        continue;
      }
      changed++;
      const formerCents = formerPrices.get(row.id);
      const about = [...plan.warnings, ...formerWarnings(plan.pays, formerCents)];
      for (const text of about) warnings.set(text, (warnings.get(text) ?? 0) + 1);
      const list = about.length > 0 ? warned : others;
      const { fields, pays } = plan;
      if (list.length < mostNamed) list.push({ ...toNamed(row), fields, pays, warnings: about, formerCents });
    }
  }
  return {
    seen: { version, digest: digestOf(numbers) },
    changed,
    unchanged: numbers.length - changed - skipped.count,
    rows: [...warned, ...others].slice(0, mostNamed),
    warnings: Array.from(warnings, ([text, products]) => ({ text, products })),
    skipped,
  };
}

function pricesIn(planned: { row: ProductsTable; plan: PlannedChange | undefined }[]) {
  const prices = planned.flatMap(({ row, plan }): [string, ForeseenPrice[]][] =>
    plan?.skipped === undefined && plan?.pays ? [[row.id, plan.pays]] : [],
  );
  return new Map(prices);
}

/** Where customers won't see the price that is claimed: see docs/decisions/0132. */
function formerWarnings(pays: ForeseenPrice[] | undefined, formerCents: number | null | undefined) {
  const last = pays?.at(-1);
  const claimed = last?.compareAtCents ?? 0;
  if (!last || claimed <= last.priceCents || formerCents === claimed) return [];
  return [
    formerCents
      ? "The former price that customers see is the lowest of the 30 days before"
      : "Customers see no former price: none of the 30 days before was higher",
  ];
}

/**
 * Changes the selected products, batch by batch, so that orders go on. Repeating it changes none of them twice. An undo of what is done so far stops it:
 * see docs/decisions/0402.
 *
 * @param seen what the preview showed
 * @param actor the owner's email
 */
export async function applyBulkChange(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  selection: BulkSelection,
  change: BulkChange,
  { seen, actor }: { seen: SeenProducts; actor: string },
): Promise<BulkOutcome> {
  const { epoch, number: version } = parseCatalogVersion(seen.version);
  const numbers = await readSelection(db, selection);
  const current = parseCatalogVersion(await readCatalogVersion(db));
  const isSeen = current.epoch === epoch && current.number >= version && digestOf(numbers) === seen.digest;
  if (!isSeen || numbers.length > mostInBulk) return { outcome: "stale" };
  const result = { changed: 0, skipped: noneSkipped(), conflicts: noneSkipped() };
  const act = newActId();
  for (const batch of inBatches(numbers)) {
    const start = performance.now();
    const by = { change, version, actor, now: now(), selected: result.changed === 0 ? numbers.length : undefined };
    const apply = (trx: Database) => applyBatch(trx, selection.isArchived, batch, { ...by, act });
    // What is deleted for good is no act, which could be undone.
    const planned = await (change.kind === "delete" ? db.transaction().execute(apply) : inAct(db, apply, act));
    if (planned === "stopped") return { outcome: "applied", ...result, isStopped: true };
    for (const { row, plan, isConflict } of planned) {
      if (isConflict) skip(result.conflicts, row, "Changed since the preview");
      else if (plan?.skipped !== undefined) skip(result.skipped, row, plan.skipped);
      else if (plan) result.changed++;
    }
    await sleep(Math.min(performance.now() - start, maxPauseMs));
  }
  return { outcome: "applied", ...result, isStopped: false };
}

interface AppliedChange {
  change: BulkChange;
  act: string;
  /** The catalog's, which the preview showed. */
  version: number;
  actor: string;
  now: Date;
  /** How many products are selected, until a batch has changed some and the log has its entry for them all. */
  selected: number | undefined;
}

/** @returns the products, each with what became of it; "stopped" if the change was undone */
async function applyBatch(
  transaction: Database,
  isArchived: boolean,
  numbers: number[],
  { change, act, version: seen, actor, now, selected }: AppliedChange,
) {
  await lockTable(transaction, "products");
  if (await wasUndone(transaction, act)) return "stopped";
  const rows = await readRows(transaction, isArchived, numbers);
  const canChange = await isPossible(transaction, change);
  const time = now.getTime();
  const currency = await readCurrency(transaction);
  const context = { time, currency, orderedLately: await readUndeletable(transaction, change, rows, time) };
  const planned = rows.map((row) => {
    const isConflict = row.version > seen;
    const plan = canChange ? planBulkChange(row, change, context) : { skipped: "The category was deleted." };
    return { row, isConflict, plan: isConflict ? undefined : plan };
  });
  const changes = planned.flatMap(({ row, plan }) => (plan && plan.skipped === undefined ? [{ row, ...plan }] : []));
  if (changes.length === 0) return planned;
  const before = changes.map(({ row }) => row);
  const version = await bumpCatalogVersion(transaction);
  if (change.kind === "archive") await archiveRows(transaction, before, version, now);
  else if (change.kind === "unarchive") await unarchiveRows(transaction, before, version, now);
  else if (change.kind === "delete") await deleteArchivedRows(transaction, before, now);
  else await writeRows(transaction, changes, version, now);
  const entries = changes.map(({ row, fields }): NewChange => {
    const entry = { actor, kind: "product" as const, subject: row.id, isPart: true };
    return isArchiving(change) ? { ...entry, action: `${change.kind}d` } : { ...entry, action: "edited", fields };
  });
  await logChanges(transaction, selected ? [loggedBulk(change, { actor, selected }), ...entries] : entries, now);
  return planned;
}

/** The entry of a change of many products, each of which also has its own. */
function loggedBulk(change: BulkChange, { actor, selected }: { actor: string; selected: number }): NewChange {
  const fields = { what: { before: null, after: bulkInWords(change) } };
  return { actor, kind: "product", subject: String(selected), action: "changed in bulk", fields };
}

function bulkInWords(change: BulkChange) {
  const words = bulkWords[change.kind];
  if (change.kind !== "price") return words;
  const { hundredths, rounding } = change;
  const percent = `${words} ${hundredths < 0 ? "−" : "+"}${formatPercent(Math.abs(hundredths) / 100, defaultFormats)}`;
  // What is rounded to the cent is as it was computed.
  return rounding === "cents" ? percent : `${percent}, rounded ${roundings[rounding].toLowerCase()}`;
}

const bulkWords: Record<BulkChange["kind"], string> = {
  price: "price",
  category: "category",
  addTag: "tag added",
  removeTag: "tag removed",
  group: "group",
  option: "option",
  renameOption: "option renamed",
  sale: "sale",
  saleEnd: "end of sale",
  endSale: "sale ended",
  archive: "archived",
  unarchive: "unarchived",
  delete: "deleted for good",
};

/** Whether products come into the archive or leave it. */
function isArchiving({ kind }: BulkChange) {
  return kind === "archive" || kind === "unarchive" || kind === "delete";
}

async function readUndeletable(db: Database, { kind }: BulkChange, rows: ProductsTable[], time: number) {
  return kind === "delete" ? readOrderedLately(db, rows, time) : new Set<string>();
}

async function writeRows(
  transaction: Database,
  changes: { row: ProductsTable; columns: Partial<ProductsTable> }[],
  version: number,
  now: Date,
) {
  const pairs = changes.map(({ row, columns }) => ({ before: row, after: { ...row, ...columns, version } }));
  const former = await recordPrices(transaction, pairs, now);
  for (const { after } of pairs) if (former.has(after.id)) after.formerCents = former.get(after.id) ?? null;
  await updateProducts(transaction, "products", pairs);
  await reindexProducts(transaction, pairs);
}

/** Whether the change can be made: its category may have been deleted since the preview. */
async function isPossible(transaction: Database, change: BulkChange) {
  if (change.kind !== "category") return true;
  const query = transaction.selectFrom("categories").select("slug").where("slug", "=", change.slug);
  return (await query.where("kind", "=", "category").executeTakeFirst()) !== undefined;
}

/** @param numbers at most some hundred */
function readRows(db: Database, isArchived: boolean, numbers: number[]): Promise<ProductsTable[]> {
  return isArchived
    ? db
        .selectFrom("archivedProducts")
        .selectAll()
        .where("number", "in", [0, ...numbers])
        .orderBy("number")
        .execute()
    : db
        .selectFrom("products")
        .selectAll()
        .where("number", "in", [0, ...numbers])
        .orderBy("number")
        .execute();
}

function digestOf(numbers: number[]) {
  return createHash("sha256").update(numbers.join()).digest("hex").slice(0, 32);
}

function noneSkipped(): Skipped {
  return { count: 0, first: [] };
}

/** A product with its options behind its title. */
function toNamed({ id, title, options }: ProductsTable): NamedProduct {
  return { id, title: fullTitle({ title, options: readOptions(options) }) };
}

function skip(skipped: Skipped, row: ProductsTable, reason: string) {
  const { id, title } = toNamed(row);
  skipped.count++;
  if (skipped.first.length < mostNamed) skipped.first.push({ id, title, reason });
}

function* inBatches(numbers: number[], size = productsPerBatch): Generator<number[]> {
  for (let start = 0; start < numbers.length; start += size) yield numbers.slice(start, start + size);
}
