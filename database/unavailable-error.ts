import { errorCode } from "./error-code.ts";

/** The database can't be used at the moment. What was asked of it has not happened, or will be found when it is asked again. */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";

  constructor(cause: Error & { code?: string }) {
    // Node says of a server that refuses on all its addresses nothing but the code.
    super(cause.message || cause.code, { cause });
  }
}

/** BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL: the primary ones of https://sqlite.org/rescode.html. */
const sqliteCodes = new Set([5, 6, 8, 10, 13, 14, 15]);

/** What SQLite threw, as an outage if it is one: locked, full, not to be written, or gone. */
export function sqliteToUnavailableError(error: unknown) {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && sqliteCodes.has(errcode & 0xff)
    ? new DatabaseUnavailableError(error as Error)
    : error;
}

/**
 * Connection exceptions (08), insufficient resources such as a full disk (53), a server that shuts down or starts (57P0x), system
 * errors (58), read only (25006), not locked in time (55P03), chosen to end a deadlock (40P01): https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const postgresCodes = /^(08|53|57P0|58)|^(25006|55P03|40P01)$/;

/** What a PostgreSQL connection threw, as an outage if it is one. Whatever the server didn't say itself is about the way to it. */
export function postgresToUnavailableError(error: unknown) {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error;
  const { severity } = error as Error & { severity?: string };
  return severity === undefined || postgresCodes.test(errorCode(error) ?? "")
    ? new DatabaseUnavailableError(error)
    : error;
}

/** Whether the database can't be used because others hold its locks: to ask again soon may work. */
export function isLocked(error: unknown) {
  if (!(error instanceof DatabaseUnavailableError)) return false;
  const { errcode = 0 } = error.cause as { errcode?: number };
  return /^(55P03|40P01)$/.test(errorCode(error.cause) ?? "") || [5, 6].includes(errcode & 0xff);
}
