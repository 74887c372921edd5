import { closeSync, openSync, readSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { CopyError } from "#database/copy-tables.ts";
import { errorCode } from "#database/error-code.ts";

/** How every SQLite database begins; and the shop's own mark, at the place that the format has for such. */
const sqliteMark = "SQLite format 3\0";
const shopMark = "Torg";
const shopMarkAt = 68;

/** Whether a file is a SQLite database, by its first bytes. @throws CopyError when it can't be read */
export function isSqlite(file: string) {
  return readStart(file).startsWith(sqliteMark);
}

/** Whether a file is a backup that a shop has written, by its first bytes. @throws CopyError when it can't be read */
export function isBackup(file: string) {
  const start = readStart(file);
  return start.startsWith(sqliteMark) && start.endsWith(shopMark);
}

/** Marks a database as a backup, and makes it a single file. */
export function markAsBackup(database: DatabaseSync) {
  const mark = Buffer.from(shopMark).readInt32BE();
  database.exec(`pragma journal_mode = delete; pragma application_id = ${mark}`);
}

/** @throws Error saying what SQLite finds wrong with a database */
export function checkIntegrity(database: DatabaseSync) {
  const [first] = database.prepare("pragma integrity_check(1)").all();
  if (first?.integrity_check !== "ok") throw new Error(String(first?.integrity_check).replaceAll("\n", " "));
  const [pointless] = database.prepare("pragma foreign_key_check").all();
  if (pointless) throw new Error(`a row in ${pointless.table} points at none in ${pointless.parent}`);
}

function readStart(file: string) {
  const bytes = Buffer.alloc(shopMarkAt + shopMark.length);
  try {
    const handle = openSync(file, "r");
    try {
      readSync(handle, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const isMissing = errorCode(error) === "ENOENT";
    throw new CopyError(isMissing ? `${file} does not exist` : `${file} can't be read: ${(error as Error).message}`);
  }
  return bytes.toString("latin1");
}
