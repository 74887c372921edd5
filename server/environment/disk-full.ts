import { statfsSync } from "node:fs";
import { isDiskFull } from "#database/unavailable-error.ts";

/** A primary result code of https://sqlite.org/rescode.html. */
const sqliteIoError = 10;
/** Bytes that SQLite needs to open a database, for its shared-memory file. */
const leastRoom = 32 * 1024;

/**
 * Names the folder whose disk is full, if that caused an error.
 *
 * @param folders where it wrote, most likely first
 * @returns one line for the owner; undefined for other errors
 */
export function diskFullMessage(error: unknown, folders: string[]) {
  const isFull = someCause(error, isDiskFull);
  // SQLite gives this code when there is no room for its shared-memory file.
  if (!isFull && !someCause(error, (cause) => sqliteCode(cause) === sqliteIoError)) return undefined;
  const folder = folders.find(hasNoRoom) ?? (isFull ? folders[0] : undefined);
  return folder && `The disk is full: there is no room left in ${folder}`;
}

function someCause(error: unknown, test: (cause: unknown) => boolean): boolean {
  return error instanceof Error && (test(error) || someCause(error.cause, test));
}

function sqliteCode(error: unknown) {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}

function hasNoRoom(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastRoom;
  } catch {
    return false;
  }
}
