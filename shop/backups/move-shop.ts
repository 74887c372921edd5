import {
  CopyError,
  copyTables,
  countRows,
  differences,
  findRows,
  readContent,
  writeAlone,
} from "#database/copy-tables.ts";
import { atOneMoment } from "#database/snapshot.ts";
import { buildSearchIndex } from "../catalog/search/search-index.ts";
import type { ShopDatabase } from "../shop.ts";

/**
 * Copies everything in a shop's database to another shop's empty one and compares them, all or nothing.
 *
 * @returns how many rows each table has, in both
 * @throws CopyError when the other one isn't empty, or when the shop is used meanwhile: what is new in it would stay behind
 */
export async function moveShop(from: ShopDatabase, to: ShopDatabase) {
  if (placeOf(from) === placeOf(to)) throw new CopyError("The shop is in this database already");
  return writeAlone(to.db, async (target) => {
    const found = await findRows(target);
    if (found) throw new CopyError(`The new database isn't empty: its table ${found.table} has ${found.rows} rows`);
    const copied = await atOneMoment(from.db, (snapshot) => copyTables(snapshot, target));
    const changed = differences(copied, await atOneMoment(from.db, readContent));
    if (changed.length > 0) {
      throw new CopyError(`The shop was used meanwhile (${changed.join(", ")}): stop it, and move it then`);
    }
    await buildSearchIndex(target);
    return countRows(target);
  });
}

function placeOf({ settings: { databaseUrl, dataFolder } }: ShopDatabase) {
  if (!databaseUrl) return dataFolder;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
