import type { Database } from "#database/connect.ts";
import { parseCatalogVersion, readCatalogVersion } from "../../../changes/catalog-version.ts";
import { withSpareRoom } from "./arrays.ts";
import type { CatalogIndex } from "./catalog-index.ts";
import { readIndexSettings, selectShown } from "./load-index.ts";
import { TimeSlices } from "./time-slices.ts";

/** So many changed products are followed at once: a few milliseconds. */
const few = 200;
/** After a change of more products, it is quicker to read all of them again. */
const maxFollowed = 5000;

/** The numbers of products. */
interface ChangedNumbers {
  /** What they changed to: the catalog's version. */
  version: string;
  changed: number[];
  removed: number[];
}

/** Follows changes of few products. @returns whether the index is up to date now */
export async function followFewChanges(db: Database, index: CatalogIndex) {
  const changes = await readChanges(db, index, few);
  if (!changes || Math.max(...changes.changed) >= index.capacity) return false;
  const { version, changed, removed } = changes;
  const rows = await readShown(db, changed);
  index.update(version, { changed: rows, removed, ...(await readIndexSettings(db)) });
  return true;
}

/** Follows changes of more products in a copy of an index, in slices. @returns undefined if the catalog has to be loaded */
export async function copyWithChanges(db: Database, index: CatalogIndex) {
  const changes = await readChanges(db, index, maxFollowed);
  if (!changes) return undefined;
  const { version, changed, removed } = changes;
  const settings = await readIndexSettings(db);
  const slices = new TimeSlices();
  const copy = await slices.run(index.copy(Math.max(index.capacity, withSpareRoom(Math.max(0, ...changed)))));
  for (let at = 0; at < changed.length || at < removed.length; at += few) {
    const rows = await readShown(db, changed.slice(at, at + few));
    await slices.pause();
    copy.update(version, { changed: rows, removed: removed.slice(at, at + few), ...settings });
    await slices.pause();
  }
  await slices.run(copy.prepare());
  return copy;
}

/** The products that changed since an index's version; undefined if there are more, or if they can't be followed one by one. */
async function readChanges(
  db: Database,
  { version: known }: CatalogIndex,
  most: number,
): Promise<ChangedNumbers | undefined> {
  // Read first: a change that comes between the queries has a later version, and is followed next.
  const version = await readCatalogVersion(db);
  const { epoch, number: last } = parseCatalogVersion(known);
  if (epoch !== parseCatalogVersion(version).epoch) return undefined;
  const numbers: Record<"shown" | "hidden", number[]> = { shown: [], hidden: [] };
  const changed = await db
    .selectFrom("products")
    .select(["number", "isHidden"])
    .where("version", ">", last)
    .limit(most + 1)
    .execute();
  for (const { number, isHidden } of changed) numbers[isHidden ? "hidden" : "shown"].push(number);
  const archived = await db
    .selectFrom("archivedProducts")
    .select("number")
    .where("version", ">", last)
    .limit(most + 1)
    .execute();
  if (changed.length + archived.length > most) return undefined;
  return { version, changed: numbers.shown, removed: [...archived.map(({ number }) => number), ...numbers.hidden] };
}

/** Those of some products that are shown. */
async function readShown(db: Database, numbers: number[]) {
  return numbers.length === 0 ? [] : selectShown(db).where("number", "in", numbers).execute();
}
