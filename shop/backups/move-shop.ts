import {
  CopyError,
  copyTables,
  countRows,
  differences,
  findRows,
  moveTables,
  readContent,
  writeAlone,
} from "#database/copy-tables.ts";
import { placeOfUrl } from "#database/postgres-url.ts";
import { withSnapshot } from "#database/snapshot.ts";
import { buildSearchIndex } from "../catalog/lists/search/search-index.ts";
import type { ShopDatabase } from "../shop.ts";

/**
 * Copies everything in a shop's database to another shop's empty one and compares them, all or nothing. See docs/decisions/0024.
 *
 * @returns how many rows each table has, in both
 * @throws CopyError if the target isn't empty, or if the shop changed during the copy: the new rows would be lost
 */
export async function moveShop(from: ShopDatabase, to: ShopDatabase) {
  if (placeOf(from) === placeOf(to)) throw new CopyError("The shop already uses this database");
  return writeAlone(to.db, async (target) => {
    const found = await findRows(target);
    if (found) throw new CopyError(`The new database isn't empty. Rows in table ${found.table}: ${found.rows}`);
    const copied = await withSnapshot(from.db, (snapshot) => copyTables(snapshot, target));
    const changed = differences(copied, await withSnapshot(from.db, readContent));
    if (changed.length > 0) {
      throw new CopyError(`The shop changed during the move (${changed.join(", ")}). Stop it and try again`);
    }
    await withSnapshot(from.db, (snapshot) => moveTables(snapshot, target));
    await buildSearchIndex(target);
    return countRows(target);
  });
}

function placeOf({ settings: { databaseUrl, dataFolder } }: ShopDatabase) {
  return databaseUrl ? placeOfUrl(databaseUrl) : dataFolder;
}
