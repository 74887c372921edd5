import { DatabaseUnavailableError } from "#database/unavailable-error.ts";

/** Whether something failed because the database can't be used at the moment. */
export function isOutage(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError;
}
