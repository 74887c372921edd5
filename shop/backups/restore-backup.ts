import { join } from "node:path";
import type { Database } from "#database/connect.ts";
import { copyTables, countRows, findRows, writeAlone } from "#database/copy-tables.ts";
import { truncateWal } from "#database/truncate-wal.ts";
import { buildSearchIndex } from "../catalog/lists/search/search-index.ts";
import { startCatalogEpoch } from "../changes/catalog-version.ts";
import type { ShopDatabase } from "../shop.ts";
import { type Origin, readBackup } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

interface Restored {
  /** How many rows each table has now. */
  counts: Map<string, number>;
  /** The backup of what was there before; on SQLite alone, and if there was anything. */
  before: string | undefined;
  origin: Origin;
}

/**
 * Replaces everything in a shop's database by what a backup holds, all or nothing, while the shop runs. See docs/decisions/0022.
 *
 * @throws CopyError when the file can't be restored; nothing is changed then
 */
export async function restoreBackup(
  { connection, settings, now, pictureFiles }: ShopDatabase,
  file: string,
): Promise<Restored> {
  const keepBefore = async (db: Database) => {
    if (connection.engine !== "sqlite" || !(await findRows(db))) return undefined;
    const before = join(settings.dataFolder, `before-restore-${now().toISOString().replaceAll(/[:.]/g, "-")}.db`);
    await writeBackup({ db, engine: "sqlite" }, before, pictureFiles);
    return before;
  };
  const restored = await readBackup(file, (backup, origin) =>
    writeAlone(connection.db, async (db) => {
      const before = await keepBefore(db);
      await copyTables(backup, db);
      await buildSearchIndex(db);
      await startCatalogEpoch(db);
      return { counts: await countRows(db), before, origin };
    }),
  );
  await truncateWal(connection.db);
  return restored;
}
