import { DatabaseUnavailableError } from "#database/unavailable-error.ts";

/** Whether something failed because the database can't be used at the moment. */
export function isOutage(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError;
}

/** An error's message on one line. */
export function messageOf(error: unknown) {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}
