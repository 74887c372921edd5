import { existsSync } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Connection, Database, Engine } from "#database/connect.ts";
import { CopyError, copyTables, countRows, webhookTables } from "#database/copy-tables.ts";
import { migrate } from "#database/migrate.ts";
import { copySqlite, inCopy, withSnapshot } from "#database/snapshot.ts";
import { bringToRows } from "../pictures/storage/move-files.ts";
import type { PictureFiles } from "../pictures/storage/picture-files.ts";
import { fingerprintOf } from "../secrets/fingerprint.ts";
import { appendChecksum } from "./backup-checksum.ts";
import { checkIntegrity, isBackup, markAsBackup } from "./backup-file.ts";
import { markBackup } from "./backup-mark.ts";

interface BackupOptions {
  /** Fills the file's rows with the pictures that they name; without it they stay where they are. */
  pictureFiles?: PictureFiles | undefined;
  /** The file says which one it was, so that a restore can warn of another. */
  authSecret?: string;
  /** The file says when it was made, which a restore shows. */
  madeAt?: Date;
}

/**
 * Writes everything that a shop's database holds at one moment into a file, while others go on writing. The file is one SQLite
 * database with a checksum at its end, whichever engine the shop runs on; it is there whole, or as it was before. See docs/decisions/0020.
 * See docs/decisions/0023. Pictures in S3-compatible storage: docs/decisions/0240.
 *
 * @param file an earlier backup is replaced
 * @returns how many rows each table has, and the objects that the storage has lost
 * @throws CopyError when the file is something else than a backup, or can't be written
 */
export async function writeBackup(
  connection: Pick<Connection, "db" | "engine">,
  file: string,
  { pictureFiles, authSecret, madeAt }: BackupOptions = {},
) {
  if (existsSync(file) && !isBackup(file)) throw new CopyError(`${file} already exists and isn't a backup`);
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, "", { flag: "wx", mode: 0o600 });
    await (connection.engine === "sqlite" ? copySqlite(connection.db, unfinished) : copyRows(connection, unfinished));
    const written = await inCopy(unfinished, async ({ db }) => {
      const lost = pictureFiles ? (await bringToRows(db, pictureFiles)).lost : [];
      await leaveOut(db);
      const counts = await countRows(db);
      const fingerprint = authSecret ? fingerprintOf(authSecret) : undefined;
      await markBackup(db, { fingerprint, madeAt: madeAt?.getTime() });
      return { counts, lost };
    });
    await finish(unfinished, connection.engine);
    await rename(unfinished, file);
    return written;
  } catch (error) {
    throw new CopyError(`Can't write the backup ${file}: ${(error as Error).message}`, { cause: error });
  } finally {
    // SQLite's files of an open database.
    for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(`${unfinished}${suffix}`, { force: true });
  }
}

function copyRows({ db }: Pick<Connection, "db">, file: string) {
  return inCopy(file, async (copy) => {
    await migrate(copy);
    await withSnapshot(db, (snapshot) => copy.db.transaction().execute((trx) => copyTables(snapshot, trx)));
  });
}

/** Removes what only the shop itself may have, with its bytes. */
async function leaveOut(copy: Database) {
  await copy.transaction().execute(async (trx) => {
    await sql`pragma secure_delete = on`.execute(trx);
    // Only the shop may remove its objects.
    await trx.deleteFrom("unnamedObjects").execute();
    // A restore must not bring back what was revoked since (docs/decisions/0258).
    await trx.deleteFrom("apiTokens").execute();
    // A copy for trying things out must not tell the real shop's receivers (docs/decisions/0263).
    for (const table of webhookTables.toReversed()) await trx.deleteFrom(table).execute();
  });
}

/** Checks the copy, makes it what it is called, and waits until the disk has it. */
async function finish(file: string, from: Engine) {
  const database = new DatabaseSync(file);
  try {
    markAsBackup(database);
    // SQLite's indexes are copied with their faults; of rows from PostgreSQL they were just built.
    checkIntegrity(database, from === "sqlite" ? "tables and indexes" : "tables");
  } finally {
    database.close();
  }
  await appendChecksum(file);
  await using handle = await open(file, "r+");
  await handle.sync();
}
