import { DatabaseUnavailableError } from "#database/unavailable-error.ts";

/** Errors within errors that are looked through. */
const mostCauses = 10;

/** The outage behind an error: something failed because the database can't be used at the moment, and a library may have wrapped that. */
export function outageOf(error: unknown, depth = 0): DatabaseUnavailableError | undefined {
  if (error instanceof DatabaseUnavailableError) return error;
  if (!(error instanceof Error) || depth === mostCauses) return undefined;
  const causes: unknown[] = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  for (const cause of causes) {
    const outage = outageOf(cause, depth + 1);
    if (outage) return outage;
  }
  return undefined;
}

export function isOutage(error: unknown) {
  return outageOf(error) !== undefined;
}

/** An error's message on one line. */
export function messageOf(error: unknown) {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}
