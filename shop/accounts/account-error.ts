import { RateLimitError } from "../limits/rate-limits.ts";

/** A refused account request. Codes are the accounts library's, plus a few of the shop's own. */
export class AccountError extends Error {
  override name = "AccountError";
  readonly code: string;

  constructor(code: string) {
    super(`Account request refused: ${code}`);
    this.code = code;
  }
}

/** The code of an error that has a message for shoppers (`account-messages.ts`). */
export function formErrorCode(error: unknown) {
  if (error instanceof AccountError) return error.code;
  return error instanceof RateLimitError ? "TOO_MANY_REQUESTS" : undefined;
}
