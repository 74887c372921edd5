import { statfsSync } from "node:fs";
import { errorCode } from "#database/error-code.ts";

/** Of https://sqlite.org/rescode.html, without what makes them more exact. */
const sqliteIoError = 10;
const sqliteFull = 13;
/** No room on the disk, or in its user's share of it. */
const systemCodes = ["ENOSPC", "EDQUOT"];
/** Bytes: SQLite can't open a database with less, because of the file that its processes share. */
const leastRoom = 32 * 1024;

/**
 * Names the folder whose disk is full, if that is why something failed.
 *
 * @param folders where it wrote, the likeliest first
 * @returns one line for the owner; undefined when something else is wrong
 */
export function diskFullMessage(error: unknown, folders: string[]) {
  const isFull = someCause(
    error,
    (cause) => systemCodes.includes(errorCode(cause) ?? "") || sqliteCode(cause) === sqliteFull,
  );
  // SQLite gives no other reason when it finds no room for the file that it shares between processes.
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
