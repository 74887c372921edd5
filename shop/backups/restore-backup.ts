import { join } from "node:path";
import { copyTables, countRows, findRows, writeAlone } from "#database/copy-tables.ts";
import type { Shop } from "../open-shop.ts";
import { openBackup } from "./open-backup.ts";
import { writeBackup } from "./write-backup.ts";

interface Restored {
  /** How many rows each table has now. */
  counts: Map<string, number>;
  /** The backup of what was there before; on SQLite alone, and if there was anything. */
  before: string | undefined;
}

/**
 * Replaces everything in a shop's database by what a backup holds, all or nothing, while the shop runs.
 *
 * @throws CopyError when the file can't be restored; nothing is changed then
 */
export async function restoreBackup({ connection, settings, now }: Shop, file: string): Promise<Restored> {
  await using backup = await openBackup(file);
  return await writeAlone(connection.db, async (db) => {
    const keeps = connection.engine === "sqlite" && (await findRows(db));
    const moment = now().toISOString().replaceAll(/[:.]/g, "-");
    const before = keeps ? join(settings.dataFolder, `before-restore-${moment}.db`) : undefined;
    if (before) await writeBackup({ db, engine: "sqlite" }, before);
    await copyTables(backup.db, db);
    return { counts: await countRows(db), before };
  });
}
