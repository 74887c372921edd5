import { existsSync } from "node:fs";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Connection, connectSqlite } from "#database/connect.ts";
import { CopyError } from "#database/copy-tables.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { bringListsUpToDate } from "../catalog/build-catalog-lists.ts";
import { checkIntegrity, isSqlite } from "./backup-file.ts";

/**
 * Opens a temporary copy of a backup, or of any SQLite database of a shop, gone when it is disposed of. An older shop's is brought
 * to the newest schema there; the file itself stays as it is.
 *
 * @throws CopyError when the file isn't the whole database of a shop, or is a newer shop's
 */
export async function openBackup(file: string): Promise<Connection & AsyncDisposable> {
  if (!isSqlite(file)) throw new CopyError(`${file} is no backup: it isn't a SQLite database`);
  const folder = await mkdtemp(join(tmpdir(), "torg-restore-"));
  const copy = join(folder, "backup.db");
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await copyWhole(file, copy);
    check(copy, file);
    const connection = connectSqlite(copy);
    await migrate(connection);
    await bringListsUpToDate(connection.db);
    return { ...connection, [Symbol.asyncDispose]: () => connection.db.destroy().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A database that a killed shop has left keeps its newest rows in a file beside it. */
async function copyWhole(file: string, copy: string) {
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
