import { type Database, lockTable } from "#database/connect.ts";
import { truncateWal } from "#database/truncate-wal.ts";
import { bumpCatalogVersion, hasCatalog, startCatalogEpoch } from "../../changes/catalog-version.ts";
import { logChanges } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { addPictureSources, pictureSources } from "../../pictures/picture-sources.ts";
import type { Redirect } from "../../redirects/redirect-map.ts";
import { applyBatch } from "../batches/apply-batch.ts";
import {
  applyImport,
  commitImport,
  discardImport,
  isImporting,
  stageBatch,
  startImport,
} from "../batches/staged-import.ts";
import { finishRemembering, newImportId, startRemembering } from "../past-imports/past-imports.ts";
import { rememberCategories } from "../past-imports/remember-categories.ts";
import { rememberRedirects } from "../past-imports/remember-redirects.ts";
import { type Importer, ImportLog } from "./import-log.ts";
import { GroupedProducts } from "./planning/grouped-products.ts";
import { checkAddresses } from "./planning/import-addresses.ts";
import { createCategories } from "./planning/import-categories.ts";
import { type CsvColumns, checkIds } from "./planning/import-ids.ts";
import { type ImportOrder, readMoves, readOrder } from "./planning/import-order.ts";
import { checkRates } from "./planning/import-rates.ts";
import { createRedirects, noteRedirects } from "./planning/import-redirects.ts";
import { remarkOnDrafts } from "./planning/imported-drafts.ts";
import { importedRow } from "./planning/imported-row.ts";
import { MergedNames } from "./planning/merged-names.ts";
import { CategoryFinder, type NamedCategories } from "./planning/named-categories.ts";
import { planImport } from "./planning/plan-import.ts";
import { RowSpool } from "./planning/row-spool.ts";
import type { CatalogEntry } from "./reading/catalog-entry.ts";
import { readCatalogFile } from "./reading/catalog-file.ts";
import { CatalogWarningsError, FileNotebook, type FileNotes } from "./reading/file-notes.ts";
import type { FileProducts } from "./reading/file-products.ts";
import { KnownIds } from "./reading/known-ids.ts";

/** Products that may change, up to which an import is one transaction: it takes a third of a second. */
const maxAtOnce = 1000;

export interface ImportOptions {
  /** Remove the products that the file doesn't name. */
  replace?: boolean;
  /** Give the catalog the file's order, even if the file doesn't name all products. */
  inFileOrder?: boolean;
  /** Fetch pictures that are at other sites into the shop, in the background. Those of another shop's export always are. */
  fetchPictures?: boolean | undefined;
  /** Let categories that are left without products make room in the menu. */
  freesMenu?: boolean;
  /** Import nothing if a catalog was ever imported, even by another process at the same moment. */
  onlyFirst?: boolean;
  /** For the change log. Without it, nothing is logged. */
  by?: Importer;
  /** Gets the share that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** The file's size in bytes, for `onProgress`. */
  size?: number;
  /** The encoding of a spreadsheet, where an owner chose it. */
  encoding?: string | undefined;
  /** Import the file although something in it can't be meant. */
  acceptWarnings?: boolean | undefined;
  /** Gets what the import did, before its last transaction is committed. */
  onImported?: (done: ImportResult) => void;
  /** Gets the file's notes once it is read. */
  onNotes?: (notes: FileNotes) => void;
}

export interface ImportResult {
  /** By which it can be undone, unless it changed nothing. */
  id: string | undefined;
  /** How many of the file's products are drafts. */
  drafts: number;
  /** How many products that the file doesn't name. */
  removed: number;
}

/** What a catalog file has besides products. */
export interface Surroundings {
  /** Where the products' pictures come from. */
  sources: Set<string>;
  categories: NamedCategories;
  /** Those that products name. */
  vatRates: Set<string>;
  /** From the addresses that products and categories had in another shop. */
  redirects: Redirect[];
  /** undefined for JSON */
  csv: CsvColumns | undefined;
  notebook: FileNotebook;
}

interface Import extends ImportOptions, Surroundings {
  spool: RowSpool;
}

/**
 * Loads a catalog file: adds new products, updates known ones (by id) that differ, and gives the catalog the file's order if it names all products. The whole file is
 * read and checked before anything is written. A small import is one transaction; a large one is applied in short ones, so that orders go on.
 *
 * @returns how many products the file has; 0 if nothing was imported
 * @throws CatalogFileError when the file, or a product in it, isn't valid, or CatalogWarningsError; nothing is changed then
 */
export async function importCatalog(db: Database, file: string, options: ImportOptions = {}) {
  const surroundings = noSurroundings();
  using spool = await spoolCatalog(db, file, options, surroundings);
  await noteRedirects(db, surroundings);
  const notes = surroundings.notebook.toNotes();
  options.onNotes?.(notes);
  if (notes.warnings.length > 0 && !options.acceptWarnings) throw new CatalogWarningsError(notes);
  const wanted = { ...options, ...surroundings, spool, fetchPictures: fetchesPictures(options, surroundings) };
  const others = options.replace || options.inFileOrder ? await countProducts(db) : 0;
  const isSmall = spool.products.count + others <= maxAtOnce;
  const isImported = (isSmall ? await importAtOnce(db, wanted) : undefined) ?? (await importInBatches(db, wanted));
  if (isImported) await truncateWal(db);
  options.onProgress?.(1);
  return isImported ? spool.products.count : 0;
}

/**
 * Reads and checks a whole catalog file, whose products then wait on disk as rows: the first half of an import.
 *
 * @param surroundings is filled with what the file has besides products
 * @throws CatalogFileError when the file, or a product in it, isn't valid
 */
export async function spoolCatalog(
  db: Database,
  file: string,
  { onProgress, size, encoding, replace = false }: Pick<ImportOptions, "onProgress" | "size" | "encoding" | "replace">,
  surroundings = noSurroundings(),
) {
  const onRead = (bytes: number) => size && onProgress?.(bytes / size / 2);
  const knownIds = new KnownIds(db);
  const currency = await readCurrency(db);
  const { notebook } = surroundings;
  const known = await db.selectFrom("categories").select(["slug", "kind", "parent"]).execute();
  const finder = new CategoryFinder(known, surroundings.categories);
  const spool = new RowSpool();
  try {
    const { scratch, products } = spool;
    const entries = readCatalogFile(file, { scratch, products, onRead, encoding, notebook, knownIds, currency });
    await spool.add(rowsOf(db, entries, finder, { products, surroundings, replace }));
    return spool;
  } catch (error) {
    spool[Symbol.dispose]();
    throw error;
  }
}

/** Whether a file only changes products, because it lacks columns that new ones need. */
export function changesOnly(csv: CsvColumns | undefined) {
  return csv !== undefined && csv.missing.length > 0;
}

/** Another shop's pictures go with that shop, so they are always fetched. */
export function fetchesPictures(
  { fetchPictures = false }: Pick<ImportOptions, "fetchPictures">,
  { notebook }: Pick<Surroundings, "notebook">,
) {
  return fetchPictures || notebook.export !== undefined;
}

export function noSurroundings(): Surroundings {
  return {
    sources: new Set(),
    categories: new Map(),
    vatRates: new Set(),
    redirects: [],
    csv: undefined,
    notebook: new FileNotebook(),
  };
}

interface RowOptions {
  products: FileProducts;
  surroundings: Surroundings;
  replace: boolean;
}

async function* rowsOf(
  db: Database,
  entries: AsyncIterable<CatalogEntry>,
  finder: CategoryFinder,
  { products, surroundings, replace }: RowOptions,
) {
  const { sources, vatRates } = surroundings;
  const merged = new MergedNames(surroundings.notebook);
  const grouped = new GroupedProducts();
  let position = 0;
  for await (const { product, csv: place, isDraft } of entries) {
    position += 1;
    for (const source of pictureSources(product)) sources.add(source);
    const category = product.category === undefined ? undefined : finder.find(product.category, { isDraft });
    merged.note({ category, brand: product.brand }, place?.line);
    grouped.note(product, place?.line);
    if (product.vatRate) vatRates.add(product.vatRate);
    surroundings.csv = place;
    yield { ...importedRow({ ...product, ...(category && { category: category.slug }) }, position), isDraft };
  }
  await remarkOnDrafts(db, products, surroundings.notebook);
  await grouped.remark(db, surroundings.notebook, { products, replace });
  const { oldAddresses } = surroundings.notebook.export ?? {};
  if (oldAddresses) surroundings.redirects = oldAddresses.toRedirects((text) => finder.find(text).slug);
}

/** @returns whether it imported the file; undefined while another import is in progress, whose end this one has to wait for */
async function importAtOnce(db: Database, wanted: Import) {
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    if (await isImporting(trx)) return undefined;
    if (wanted.onlyFirst && (await hasCatalog(trx))) return false;
    const log = new ImportLog();
    const order = await planOrder(trx, wanted);
    const logAll = await prepareLog(trx, { ...wanted, order }, log);
    const pastId = await rememberImport(trx, wanted, log);
    await writeSurroundings(trx, { ...wanted, order, pastId });
    const version = await bumpCatalogVersion(trx);
    for await (const batch of planImport(trx, wanted.spool, { ...wanted, order, log }))
      await applyBatch(trx, { ...batch, pastId }, version);
    if (pastId) await finishRemembering(trx, pastId, log.counts);
    if (log.counts.removed > 0) await startCatalogEpoch(trx);
    await logAll(trx, pastId);
    wanted.onImported?.({ id: pastId, drafts: log.drafts, removed: log.counts.removed });
    return true;
  });
}

async function importInBatches(db: Database, wanted: Import) {
  const id = await startImport(db);
  const pastId = wanted.by && newImportId();
  let batches = 0;
  let changes = 0;
  try {
    if (wanted.onlyFirst && (await hasCatalog(db))) return false;
    const log = new ImportLog();
    const order = await planOrder(db, wanted);
    const logAll = await prepareLog(db, { ...wanted, order }, log);
    for await (const batch of planImport(db, wanted.spool, { ...wanted, order, log })) {
      await stageBatch(db, id, batches++, { ...batch, pastId });
      if (!batch.pictures) changes += 1;
    }
    await db.transaction().execute(async (trx) => {
      const past = changes > 0 ? await rememberImport(trx, wanted, log, pastId) : undefined;
      await writeSurroundings(trx, { ...wanted, order, pastId: past });
      await commitImport(trx, id, { hasRemovals: log.counts.removed > 0 });
      await logAll(trx, past);
      wanted.onImported?.({ id: past, drafts: log.drafts, removed: log.counts.removed });
    });
  } finally {
    await discardImport(db, id);
  }
  let applied = 0;
  await applyImport(db, id, () => {
    applied += 1;
    wanted.onProgress?.((1 + applied / batches) / 2);
  });
  return true;
}

/** Checks the file's ids and addresses, and reads the order that the import gives the catalog. */
async function planOrder(db: Database, { spool, csv, ...options }: Import) {
  await checkIds(db, spool.products, csv);
  await checkAddresses(db, spool.products, options.replace);
  return readOrder(db, spool, { ...options, isPartial: changesOnly(csv) });
}

type OrderedImport = Import & { order: ImportOrder; pastId?: string | undefined };

/** Begins to remember how the catalog was, unless it is the shop's first one. @returns the import's id */
async function rememberImport(transaction: Database, { by }: Import, log: ImportLog, id = newImportId()) {
  if (!by) return undefined;
  await startRemembering(transaction, { id, ...by, ...log.counts });
  return id;
}

/** Reads what the log says of the catalog before the import. @returns what writes the log */
async function prepareLog(db: Database, { spool, by, replace, order }: OrderedImport, log: ImportLog) {
  if (!by) return async () => {};
  const productsBefore = await countProducts(db);
  const moves = readMoves(spool.products, { ...order, replace });
  return (transaction: Database, act: string | undefined) =>
    logChanges(transaction, log.changes(by, { productsBefore, moves, act }), by.at);
}

async function writeSurroundings(transaction: Database, wanted: OrderedImport) {
  const { sources, categories, vatRates, by, freesMenu, order, pastId } = wanted;
  await checkRates(transaction, vatRates);
  await addPictureSources(transaction, sources);
  const plan = await createCategories(transaction, categories, { by, freesMenu });
  if (pastId) await rememberCategories(transaction, pastId, plan);
  const added = await createRedirects(transaction, wanted, by);
  if (pastId) await rememberRedirects(transaction, pastId, added);
  // Archived products have no place in a new order.
  if (order.isFileOrder)
    await transaction.updateTable("archivedProducts").set({ position: 0 }).where("position", ">", 0).execute();
}

async function countProducts(db: Database) {
  const { count } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
