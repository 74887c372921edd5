import { TooManyAttemptsError } from "./attempts.ts";

/** Why an account's request was refused: the accounts library's codes, and a few of the shop's own. */
export class AccountError extends Error {
  override name = "AccountError";
  readonly code: string;

  constructor(code: string) {
    super(`The account's request was refused: ${code}`);
    this.code = code;
  }
}

/** The code of an error that its shopper is told of; undefined for any other. */
export function formErrorCode(error: unknown) {
  if (error instanceof AccountError) return error.code;
  return error instanceof TooManyAttemptsError ? "TOO_MANY_REQUESTS" : undefined;
}
