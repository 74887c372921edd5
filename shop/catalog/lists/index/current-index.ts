import type { Database } from "#database/connect.ts";
import { parseCatalogVersion, readCatalogVersion } from "../../../changes/catalog-version.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { CategoryKinds } from "../../filters/filters.ts";
import { parseBestSellers, readBestSellers } from "../best-sellers.ts";
import { CatalogIndex, type IndexSettings } from "./catalog-index.ts";

const productsPerRead = 5000;
/** After a change of more products, it is quicker to read all of them again. */
const maxFollowed = 5000;

interface Current {
  index?: CatalogIndex;
  /** Milliseconds that the last whole load took. */
  loadMs?: number;
  /** Since when a newer version is known, on the clock of `performance`; undefined while the index is the newest. */
  outdatedSince?: number | undefined;
  /** The load or update in progress, which all who need it share. */
  updating?: Promise<void>;
}

const currentIndexes = new WeakMap<Database, Current>();

/** This process's index of the catalog, as of the catalog's version. The first call loads it: 100,000 products take half a second. See docs/decisions/0119. */
export async function readCatalogIndex(db: Database): Promise<CatalogIndex> {
  const current = currentIndexes.get(db) ?? {};
  currentIndexes.set(db, current);
  for (;;) {
    const version = await readCatalogVersion(db);
    if (current.index?.version === version) {
      current.outdatedSince = undefined;
      return current.index;
    }
    current.outdatedSince ??= performance.now();
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
  return currentIndexes.get(db)?.index !== undefined;
}

async function bringUpToDate(db: Database, current: Current) {
  const { index } = current;
  if (!index || !(await followChanges(db, index))) {
    const started = performance.now();
    current.index = await loadIndex(db);
    current.loadMs = performance.now() - started;
  }
  current.outdatedSince = undefined;
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
  const { index, loadMs = 0, outdatedSince } = currentIndexes.get(db) ?? {};
  if (!index) return undefined;
  return {
    products: index.size,
    loadMs,
    outdatedMs: outdatedSince === undefined ? 0 : performance.now() - outdatedSince,
  };
}

/** @returns whether the index is up to date now; otherwise it has to be loaded */
async function followChanges(db: Database, index: CatalogIndex) {
  // Read first: a change that comes between the queries has a later version, and is followed next.
  const version = await readCatalogVersion(db);
  const { epoch, number: last } = parseCatalogVersion(index.version);
  if (epoch !== parseCatalogVersion(version).epoch) return false;
  const changed = await selectShown(db)
    .where("version", ">", last)
    .limit(maxFollowed + 1)
    .execute();
  if (changed.length > maxFollowed) return false;
  const archived = await db.selectFrom("archivedProducts").select("number").where("version", ">", last).execute();
  const hidden = db.selectFrom("products").select("number").where("isHidden", "=", 1).where("version", ">", last);
  const removed = [...archived, ...(await hidden.execute())].map(({ number }) => number);
  index.update(version, { changed, removed, ...(await readIndexSettings(db)) });
  return true;
}

async function loadIndex(db: Database) {
  const index = new CatalogIndex();
  // Changes that come while products are read have later versions, and are followed next.
  const version = await readCatalogVersion(db);
  for (let last = 0; ; ) {
    const products = await selectShown(db)
      .where("number", ">", last)
      .orderBy("number")
      .limit(productsPerRead)
      .execute();
    index.load(products);
    const end = products.at(-1);
    if (!end) break;
    last = end.number;
  }
  await index.sort(version, await readIndexSettings(db));
  return index;
}

/** The products that shoppers see. */
function selectShown(db: Database) {
  return db
    .selectFrom("products")
    .where("isHidden", "=", 0)
    .select(["number", "position", "titleKey", "priceCents", "rating", "availabilityStatus"])
    .select(["category", "brand", "brandSlug", "tags", "discountPercentage", "formerCents"])
    .select(["stock", "group", "options"]);
}

/** A change of them is a change of the catalog's version. */
async function readIndexSettings(db: Database): Promise<IndexSettings> {
  const { hideSoldOut, bestSellingSort } = await readSettings(db);
  const sold = bestSellingSort ? parseBestSellers(await readBestSellers(db)) : new Map();
  return { kinds: await readKinds(db), hidesSoldOut: hideSoldOut !== "", sold };
}

async function readKinds(db: Database): Promise<CategoryKinds> {
  const rows = await db.selectFrom("categories").select(["slug", "kind", "parent"]).execute();
  const children = Map.groupBy(rows, ({ parent }) => parent);
  return new Map(
    rows.map(({ slug, kind }) => [slug, { kind, children: (children.get(slug) ?? []).map(({ slug }) => slug) }]),
  );
}
