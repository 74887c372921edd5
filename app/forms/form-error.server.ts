import { data } from "react-router";
import { formErrorCode } from "#shop/accounts/account-error.ts";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { RateLimitError } from "#shop/limits/rate-limits.ts";

/**
 * Answers a refused account form with a message for its user.
 *
 * @param typed the values that a page without JavaScript shows again
 * @throws any other error
 */
export function formError(error: unknown, typed?: Record<string, string>) {
  const code = formErrorCode(error);
  if (!code) throw error;
  const retryAfter = error instanceof RateLimitError ? error.retryAfter : undefined;
  return data({ message: accountMessage(code), typed, retryAfter }, code === "TOO_MANY_REQUESTS" ? 429 : 422);
}
