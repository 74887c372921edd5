import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { copyTables, countRows, findRows, writeAlone } from "#database/copy-tables.ts";
import { truncateWal } from "#database/truncate-wal.ts";
import { countUnreadableAuthenticators } from "../accounts/authenticator.ts";
import { buildSearchIndex } from "../catalog/lists/search/search-index.ts";
import { startCatalogEpoch } from "../changes/catalog-version.ts";
import { fingerprintOf } from "../secrets/fingerprint.ts";
import type { ShopDatabase } from "../shop.ts";
import { takeBackupMark } from "./backup-mark.ts";
import { setAccessAside } from "./keep-access.ts";
import { type Origin, readBackup } from "./read-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** With SQLite's usual 2 MB, each row of a large shop has pages of its unique indexes written and read again. The process ends with the restore. */
const roomForPages = "pragma cache_size = -65536";

export interface Restored {
  /** How many rows each table has now. */
  counts: Map<string, number>;
  /** The backup of what was there before; on SQLite alone, and if there was anything. */
  before: string | undefined;
  origin: Origin;
  /** When the backup was made, in milliseconds since 1970 (UTC); undefined if it doesn't say. */
  madeAt: number | undefined;
  /** What follows from another `AUTH_SECRET` than the backup's, in a line; undefined if it is the same, the backup doesn't say, or has no accounts. */
  otherSecret: string | undefined;
  /** What follows from it for people who sign in with an authenticator app, in a line; undefined if there are none. */
  lostAuthenticators: string | undefined;
}

/** What a restore tells of itself. */
interface Steps {
  /** The file is whole: rows will be replaced, unless this throws. @param backup with the newest schema */
  onChecked?: (backup: Database, origin: Origin) => Promise<void>;
  /** All rows are replaced, in the transaction that ends now, unless this throws. */
  onReplaced?: (transaction: Database, restored: Restored) => Promise<void>;
}

/**
 * Replaces everything in a shop's database by what a backup holds, all or nothing, while the shop runs. See docs/decisions/0022.
 *
 * @throws CopyError when the file can't be restored; nothing is changed then
 */
export async function restoreBackup(
  { connection, settings, now, pictureFiles }: ShopDatabase,
  file: string,
  { onChecked, onReplaced }: Steps = {},
): Promise<Restored> {
  const keepBefore = async (db: Database) => {
    if (connection.engine !== "sqlite" || !(await findRows(db))) return undefined;
    const madeAt = now();
    const before = join(settings.dataFolder, `before-restore-${madeAt.toISOString().replaceAll(/[:.]/g, "-")}.db`);
    await writeBackup({ db, engine: "sqlite" }, before, { pictureFiles, authSecret: settings.authSecret, madeAt });
    return before;
  };
  const replace = async (backup: Database, origin: Origin, db: Database) => {
    const before = await keepBefore(db);
    if (connection.engine === "sqlite") await sql.raw(roomForPages).execute(db);
    const bringAccessBack = await setAccessAside(db);
    await copyTables(backup, db);
    await bringAccessBack();
    const { fingerprint, madeAt } = await takeBackupMark(db);
    await buildSearchIndex(db);
    await startCatalogEpoch(db);
    const counts = await countRows(db);
    const otherSecret = counts.get("user") ? describeOtherSecret(fingerprint, settings.authSecret) : undefined;
    const lostAuthenticators = otherSecret && (await describeLostAuthenticators({ db, settings }));
    const restored = { counts, before, origin, madeAt, otherSecret, lostAuthenticators };
    await onReplaced?.(db, restored);
    return restored;
  };
  const restored = await readBackup(file, async (backup, origin) => {
    await onChecked?.(backup, origin);
    return writeAlone(connection.db, (db) => replace(backup, origin, db));
  });
  await truncateWal(connection.db);
  return restored;
}

/** @param fingerprint of the backup's; undefined if it doesn't say */
function describeOtherSecret(fingerprint: string | undefined, secret: string) {
  const own = fingerprintOf(secret);
  if (fingerprint === undefined || fingerprint === own) return undefined;
  return (
    "The backup comes from a shop with another secret key, so everyone signs in again, links in earlier emails don't work, and passwords and " +
    "keys saved in the settings, such as the mail server's password, have to be entered again. All of this works again if the person who runs the " +
    `server sets the earlier key as AUTH_SECRET (its fingerprint is ${fingerprint}, that of the present one ${own}).`
  );
}

async function describeLostAuthenticators(shop: Parameters<typeof countUnreadableAuthenticators>[0]) {
  if ((await countUnreadableAuthenticators(shop)) === 0) return undefined;
  return (
    "Codes from authenticator apps don't work any more. People who use one sign in with a recovery code, and then set the app up again under " +
    "“Account and security”."
  );
}
