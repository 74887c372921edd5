import { closeSync, openSync, readSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { CopyError } from "#database/copy-tables.ts";
import { errorCode } from "#database/error-code.ts";

/** How every SQLite database begins; and the shop's own marks, at the places that the format has for such (https://sqlite.org/fileformat.html). */
const sqliteMark = "SQLite format 3\0";
const shopMark = "Torg";
const shopMarkAt = 68;
/** The `user_version` of a backup that has a checksum at its end. */
const checksumVersion = "\0\0\0\x01";
const userVersionAt = 60;
/** How a database says that it has a write-ahead log, as a shop's own has and a backup has not. */
const logMark = "\x02\x02";
const logMarkAt = 18;

/** Whether a file is a SQLite database, by its first bytes. @throws CopyError when it can't be read */
export function isSqlite(file: string) {
  return readStart(file).startsWith(sqliteMark);
}

/** Whether a file is a backup that a shop has written, by its first bytes. @throws CopyError when it can't be read */
export function isBackup(file: string) {
  const start = readStart(file);
  return start.startsWith(sqliteMark) && start.endsWith(shopMark) && !isInUse(start);
}

/** Whether a backup claims to have a checksum at its end. @throws CopyError when it can't be read */
export function claimsChecksum(file: string) {
  return isBackup(file) && readStart(file).startsWith(checksumVersion, userVersionAt);
}

/** Whether a file is a database that a shop uses or used, also one that was a backup before. @throws CopyError when it can't be read */
export function isShopsOwn(file: string) {
  return isInUse(readStart(file));
}

function isInUse(start: string) {
  return start.startsWith(logMark, logMarkAt);
}

/** Marks a database as a backup that will have a checksum, and makes it a single file. */
export function markAsBackup(database: DatabaseSync) {
  const mark = Buffer.from(shopMark).readInt32BE();
  const version = Buffer.from(checksumVersion).readInt32BE();
  database.exec(`pragma journal_mode = delete; pragma application_id = ${mark}; pragma user_version = ${version}`);
}

/**
 * @param scope whether each row is looked up in each index, too, which takes five times as long
 * @throws Error saying what SQLite finds wrong with a database
 */
export function checkIntegrity(database: DatabaseSync, scope: "tables" | "tables and indexes") {
  database.exec("pragma cache_size = -65536");
  const check = scope === "tables" ? "quick_check" : "integrity_check";
  const [first] = database.prepare(`pragma ${check}(1)`).all();
  if (first?.[check] !== "ok") throw new Error(String(first?.[check]).replaceAll("\n", " "));
  const [pointless] = database.prepare("pragma foreign_key_check").all();
  if (pointless) throw new Error(`a row in ${pointless.table} refers to a missing row in ${pointless.parent}`);
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
    throw new CopyError(isMissing ? `${file} not found` : `Can't read ${file}: ${(error as Error).message}`);
  }
  return bytes.toString("latin1");
}
