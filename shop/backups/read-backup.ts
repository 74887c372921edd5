import { existsSync } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Database } from "#database/connect.ts";
import { CopyError } from "#database/copy-tables.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { findForeignTable, readShopSchema } from "#database/shop-schema.ts";
import { inCopy, inTemporaryFolder } from "#database/snapshot.ts";
import { copyVerified, readChecksum } from "./backup-checksum.ts";
import { checkIntegrity, claimsChecksum, isBackup, isShopsOwn, isSqlite } from "./backup-file.ts";

/** Where rows come from: a backup with a correct checksum, a backup of an older version without one, or a shop's own database. */
export type Origin = "verified backup" | "unverified backup" | "database";

/**
 * Reads a temporary copy of a backup, or of any SQLite database of a shop. An older schema is migrated
 * in the copy; the file itself isn't changed.
 *
 * @throws CopyError if the file isn't a shop's complete database, doesn't match its checksum, or has a newer schema
 */
export async function readBackup<Result>(file: string, read: (backup: Database, origin: Origin) => Promise<Result>) {
  if (!isSqlite(file)) throw new CopyError(`${file} isn't a shop backup: it is another kind of file`);
  return inTemporaryFolder(async (folder) => {
    const copy = join(folder, "backup.db");
    const origin = await copyWhole(file, copy);
    await check(copy, file, origin);
    return inCopy(copy, async (backup) => {
      await migrate(backup);
      const foreign = await findForeignTable(backup.db);
      if (foreign) throw new CopyError(`${file} isn't a shop backup: its table ${foreign} has other columns`);
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

/** After a shop was killed, its database's newest rows are in a second file, the write-ahead log. */
async function copyWithLog(file: string, copy: string) {
  for (const suffix of ["", "-wal"].filter((suffix) => existsSync(`${file}${suffix}`))) {
    await copyFile(`${file}${suffix}`, `${copy}${suffix}`);
    await chmod(`${copy}${suffix}`, 0o600);
  }
}

async function check(copy: string, file: string, origin: Origin) {
  const { triggers } = await readShopSchema();
  const database = new DatabaseSync(copy, { defensive: true });
  try {
    // Nothing of the file's own may run in what follows: https://sqlite.org/security.html
    database.exec("pragma trusted_schema = off");
    const applied = readMigrations(database, file, origin);
    const [first = "", ...others] = Object.keys(migrations("sqlite"));
    if (!applied.includes(first)) throw new CopyError(`${file} isn't a shop backup: it is another program's database`);
    const unknown = applied.find((name) => name !== first && !others.includes(name));
    if (unknown)
      throw new CopyError(`${file} was made by a newer version of the shop (${unknown}). Upgrade this shop first.`);
    const foreign = findForeign(database, triggers);
    if (foreign) throw new CopyError(`${file} isn't a shop backup: it has ${foreign}`);
  } finally {
    database.close();
  }
}

const shopsIndex = /^create virtual table "\w+" using fts5\(/i;

/**
 * Finds what isn't the shop's and would run while a database is migrated or read: a view in a table's place may have rows without end. Other tables
 * are never read.
 *
 * @param triggers those of the migrations; none of them changes an earlier one's
 */
function findForeign(database: DatabaseSync, triggers: Map<string, string>) {
  const made = database.prepare("select type, name, sql from sqlite_master where sql is not null").all();
  const found = made.find(({ type, name, sql }) => {
    if (type === "trigger") return triggers.get(String(name)) !== sql;
    return type === "view" || (/^create\s+virtual/i.test(String(sql)) && !shopsIndex.test(String(sql)));
  });
  return (
    found &&
    `another ${found.type} (${String(found.name)
      .slice(0, 40)
      .replaceAll(/[^\w ]/g, "?")})`
  );
}

function readMigrations(database: DatabaseSync, file: string, origin: Origin) {
  try {
    // Who wrote a checksum had checked the indexes before.
    checkIntegrity(database, origin === "verified backup" ? "tables" : "tables and indexes");
    const [table] = database
      .prepare("select name from sqlite_master where type = 'table' and name = 'kysely_migration'")
      .all();
    if (!table) return [];
    return database
      .prepare("select name from kysely_migration")
      .all()
      .map(({ name }) => String(name));
  } catch (error) {
    throw new CopyError(`${file} is damaged: ${(error as Error).message}`);
  }
}
