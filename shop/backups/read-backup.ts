import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "#database/connect.ts";
import { CopyError } from "#database/copy-tables.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { inSqlite, inTemporaryFolder } from "#database/snapshot.ts";
import { bringListsUpToDate } from "../catalog/lists/build-catalog-lists.ts";
import { copyVerified, readChecksum } from "./backup-checksum.ts";
import { checkIntegrity, claimsChecksum, isBackup, isShopsOwn, isSqlite } from "./backup-file.ts";

/**
 * Where rows come from: a backup whose checksum is right, a backup that an older version made without a checksum, or a shop's own database.
 */
export type Origin = "verified backup" | "unverified backup" | "database";

/**
 * Reads a temporary copy of a backup, or of any SQLite database of a shop. An older shop's is brought to the newest schema
 * there; the file itself stays as it is.
 *
 * @throws CopyError when the file isn't the whole database of a shop, doesn't have its checksum any more, or is a newer shop's
 */
export async function readBackup<Result>(file: string, read: (backup: Database, origin: Origin) => Promise<Result>) {
  if (!isSqlite(file)) throw new CopyError(`${file} is no backup: it isn't a SQLite database`);
  return inTemporaryFolder(async (folder) => {
    const copy = join(folder, "backup.db");
    const origin = await copyWhole(file, copy);
    check(copy, file);
    return inSqlite(copy, async (backup) => {
      await migrate(backup);
      await bringListsUpToDate(backup.db);
      return read(backup.db, origin);
    });
  });
}

async function copyWhole(file: string, copy: string): Promise<Origin> {
  const checksum = isShopsOwn(file) ? undefined : await readChecksum(file);
  if (checksum) {
    await copyVerified(file, copy, checksum);
    return "verified backup";
  }
  if (claimsChecksum(file)) throw new CopyError(`${file} is damaged: its checksum is missing`);
  await copyWithLog(file, copy);
  return isBackup(file) ? "unverified backup" : "database";
}

/** A database that a killed shop has left keeps its newest rows in a file beside it. */
async function copyWithLog(file: string, copy: string) {
  for (const suffix of ["", "-wal"].filter((suffix) => existsSync(`${file}${suffix}`))) {
    await copyFile(`${file}${suffix}`, `${copy}${suffix}`);
    await chmod(`${copy}${suffix}`, 0o600);
  }
}

function check(copy: string, file: string) {
  const database = new DatabaseSync(copy);
  try {
    const applied = readMigrations(database, file);
    const [first = "", ...others] = Object.keys(migrations("sqlite"));
    if (!applied.includes(first)) throw new CopyError(`${file} is no backup of a shop, but another program's database`);
    const unknown = applied.find((name) => name !== first && !others.includes(name));
    if (unknown)
      throw new CopyError(`${file} comes from a newer version of the shop (${unknown}): upgrade this one first`);
  } finally {
    database.close();
  }
}

function readMigrations(database: DatabaseSync, file: string) {
  try {
    checkIntegrity(database);
    const [table] = database.prepare("select name from sqlite_master where name = 'kysely_migration'").all();
    if (!table) return [];
    return database
      .prepare("select name from kysely_migration")
      .all()
      .map(({ name }) => String(name));
  } catch (error) {
    throw new CopyError(`${file} is damaged: ${(error as Error).message}`);
  }
}
