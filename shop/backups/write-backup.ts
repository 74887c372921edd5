import { existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { type Connection, connectSqlite } from "#database/connect.ts";
import { atOneMoment, CopyError, copyTables, countRows } from "#database/copy-tables.ts";
import { migrate } from "#database/migrate.ts";
import { checkIntegrity, isBackup, markAsBackup } from "./backup-file.ts";

/**
 * Writes everything that a shop's database holds at one moment into a file, while others go on writing. The file is one SQLite
 * database, whichever engine the shop runs on; it is there whole, or as it was before.
 *
 * @param file an earlier backup is replaced
 * @returns how many rows each table has
 * @throws CopyError when the file is something else than a backup, or can't be written
 */
export async function writeBackup(connection: Connection, file: string) {
  if (existsSync(file) && !isBackup(file)) throw new CopyError(`${file} is there already, and is no backup`);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, "", { flag: "wx", mode: 0o600 });
    await (connection.engine === "sqlite" ? copyPages(connection, unfinished) : copyRows(connection, unfinished));
    const counts = await countRowsIn(unfinished);
    await finish(unfinished);
    await rename(unfinished, file);
    return counts;
  } catch (error) {
    throw new CopyError(`The backup ${file} can't be written: ${(error as Error).message}`);
  } finally {
    // What SQLite keeps beside a database that is open.
    for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(`${unfinished}${suffix}`, { force: true });
  }
}

async function copyPages({ db }: Connection, file: string) {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const source = new DatabaseSync(String(rows[0]?.file), { readOnly: true });
  try {
    // A copy that sees one moment needn't begin anew whenever somebody writes.
    source.exec("begin; select count(*) from sqlite_master");
    await backup(source, file);
  } finally {
    source.close();
  }
}

async function copyRows({ db }: Connection, file: string) {
  const copy = connectSqlite(file);
  try {
    await migrate(copy);
    await atOneMoment(db, (snapshot) => copy.db.transaction().execute((trx) => copyTables(snapshot, trx)));
  } finally {
    await copy.db.destroy();
  }
}

async function countRowsIn(file: string) {
  const { db } = connectSqlite(file);
  try {
    return await countRows(db);
  } finally {
    await db.destroy();
  }
}

/** Checks the copy, makes it what it is called, and waits until the disk has it. */
async function finish(file: string) {
  const database = new DatabaseSync(file);
  try {
    markAsBackup(database);
    checkIntegrity(database);
  } finally {
    database.close();
  }
  await using handle = await open(file, "r+");
  await handle.sync();
}
