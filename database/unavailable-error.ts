import { errorCode } from "./error-code.ts";

/** The database can't be used now. The operation either didn't happen, or a retry will find it done. See docs/decisions/0027. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";

  constructor(cause: Error & { code?: string }) {
    // If every address of a server refuses, Node's error has no message, only a code.
    super(cause.message || cause.code, { cause });
  }
}

/** The database's file is damaged. The message is for the operator. */
export class DatabaseDamagedError extends Error {
  override name = "DatabaseDamagedError";

  constructor(damage: string, cause?: Error) {
    super(`The database is damaged (${damage.replaceAll(/\s+/g, " ")}). Restore a backup.`, { cause });
  }
}

/** CORRUPT and NOTADB. */
const damageCodes = new Set([11, 26]);

/** BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL: the primary ones of https://sqlite.org/rescode.html. */
const sqliteCodes = new Set([5, 6, 8, 10, 13, 14, 15]);

/** Converts SQLite's errors for a locked, full, read-only, missing or damaged database. */
export function sqliteToUnavailableError(error: unknown) {
  const { errcode } = error as { errcode?: number };
  if (errcode !== undefined && damageCodes.has(errcode & 0xff))
    return new DatabaseDamagedError((error as Error).message, error as Error);
  return errcode !== undefined && sqliteCodes.has(errcode & 0xff)
    ? new DatabaseUnavailableError(error as Error)
    : error;
}

/**
 * Connection exceptions (08), insufficient resources such as a full disk (53), a server that is shutting down or starting (57P0x), system
 * errors (58), read only (25006), lock timeout (55P03), deadlock (40P01): https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const postgresCodes = /^(08|53|57P0|58)|^(25006|55P03|40P01)$/;

/** Converts PostgreSQL's errors. An error that didn't come from the server is about the connection to it. */
export function postgresToUnavailableError(error: unknown) {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error;
  const { severity } = error as Error & { severity?: string };
  return severity === undefined || postgresCodes.test(errorCode(error) ?? "")
    ? new DatabaseUnavailableError(error)
    : error;
}

/** Whether others hold the locks, so that a retry may work. */
export function isLocked(error: unknown) {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  const { errcode = 0 } = error.cause as { errcode?: number };
  return /^(55P03|40P01)$/.test(errorCode(error.cause) ?? "") || [5, 6].includes(errcode & 0xff);
}

const sqliteFull = 13;
/** The disk or the user's quota is full, in the system's and in PostgreSQL's words. */
const diskFullCodes = ["ENOSPC", "EDQUOT", "53100"];

/** Whether an error of the database or the system says that there is no room left on the disk. */
export function isDiskFull(error: unknown) {
  const { errcode = 0 } = Object(error) as { errcode?: number };
  return (errcode & 0xff) === sqliteFull || diskFullCodes.includes(errorCode(error) ?? "");
}
