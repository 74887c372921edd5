import type { Database } from "#database/connect.ts";
import { currentReader, primaryOf } from "#database/read-replica.ts";
import { readCatalogVersion } from "../../../changes/catalog-version.ts";
import type { CatalogIndex } from "./catalog-index.ts";
import { copyWithChanges, followFewChanges } from "./follow-changes.ts";
import { loadIndex } from "./load-index.ts";

/** Loading so many products takes less time than a page may wait. */
const awaitedProducts = 3000;

interface Current {
  index?: CatalogIndex;
  /** Milliseconds that the last whole load took. */
  loadMs?: number;
  /** Since when a newer version is known, on the clock of `performance`; undefined while the index is the newest. */
  outdatedSince?: number | undefined;
  /** The first load, or the update in progress, which all who need it share. */
  updating?: Promise<void>;
  /** The next index, while the current one still answers. */
  renewing?: Promise<void>;
  /** The error of the last renewal. Who asks next waits for another, and sees why it fails. */
  failure?: unknown;
}

const currentIndexes = new WeakMap<Database, Current>();

function currentOf(db: Database) {
  const current = currentIndexes.get(db) ?? {};
  currentIndexes.set(db, current);
  return current;
}

/**
 * This process's index of the catalog: as of the catalog's version, or an older one while a large change makes the next (see `isIndexBehind`). The first call
 * loads it: 100,000 products take a second. See docs/decisions/0119 and 0250.
 */
export async function readCatalogIndex(from: Database): Promise<CatalogIndex> {
  const db = primaryOf(from);
  const current = currentOf(db);
  for (;;) {
    const version = await readCatalogVersion(db);
    const { index, renewing } = current;
    if (index?.version === version) {
      current.outdatedSince = undefined;
      return index;
    }
    current.outdatedSince ??= performance.now();
    if (index && renewing) return index;
    // One that has already started may have missed the latest change.
    const hasStarted = current.updating !== undefined;
    current.updating ??= bringUpToDate(db, current).finally(() => {
      current.updating = undefined;
    });
    await current.updating;
    if (!hasStarted && current.index) return current.index;
  }
}

/** Whether lists can be answered without loading the index first. */
export function isCatalogIndexLoaded(db: Database) {
  return currentOf(db).index !== undefined;
}

/** Whether lists are answered from an older index than the catalog's, because the next one isn't ready. */
export function isIndexBehind(db: Database) {
  return currentOf(db).renewing !== undefined;
}

/** What a page with products shows: the catalog's version, and that of the index if it is an older one. */
export async function readShownVersion(db: Database) {
  const version = await readCatalogVersion(db);
  const { index } = currentOf(db);
  if (!index || index.version === version) return version;
  const shown = await readCatalogIndex(db);
  return shown.version === version ? version : `${version} ${shown.version}`;
}

/** What metrics say of an index. */
export interface CatalogIndexState {
  products: number;
  /** Milliseconds that its last whole load took. */
  loadMs: number;
  /** For how many milliseconds a newer version has been known. */
  outdatedMs: number;
}

/** The state of this process's index; undefined before its first load. */
export function describeCatalogIndex(db: Database): CatalogIndexState | undefined {
  const { index, loadMs = 0, outdatedSince } = currentOf(db);
  if (!index) return undefined;
  return {
    products: index.size,
    loadMs,
    outdatedMs: outdatedSince === undefined ? 0 : performance.now() - outdatedSince,
  };
}

async function bringUpToDate(db: Database, current: Current) {
  const { index, failure } = current;
  if (!index) await load(db, current);
  else if (await followFewChanges(db, index)) current.outdatedSince = undefined;
  else if (failure !== undefined || (await isSmall(db))) await renew(db, current, index);
  else renewAside(db, current, index);
}

async function load(db: Database, current: Current) {
  const started = performance.now();
  current.index = await loadIndex(await currentReader(db));
  current.loadMs = performance.now() - started;
  current.outdatedSince = undefined;
}

async function isSmall(db: Database) {
  const oneMore = db.selectFrom("products").select("number").orderBy("number").offset(awaitedProducts).limit(1);
  return (await oneMore.executeTakeFirst()) === undefined;
}

/** One renewal follows another only after the index of the first is shown, so that a catalog that keeps changing is never far ahead. */
function renewAside(db: Database, current: Current, index: CatalogIndex) {
  current.renewing = renew(db, current, index)
    .catch((error) => {
      current.failure = error;
    })
    .finally(() => {
      current.renewing = undefined;
    });
}

async function renew(db: Database, current: Current, index: CatalogIndex) {
  const copy = await copyWithChanges(db, index);
  if (copy) current.index = copy;
  else await load(db, current);
  current.outdatedSince = undefined;
  current.failure = undefined;
}
