import { data } from "react-router";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { accountRefusal } from "#web/account-refusal.server.ts";

/**
 * Answers a refused account form with a message for its user.
 *
 * @param typed the values that a page without JavaScript shows again
 * @throws any other error
 */
export function formError(error: unknown, typed?: Record<string, string>) {
  const { message, status } = accountRefusal(error);
  const retryAfter = error instanceof RateLimitError ? error.retryAfter : undefined;
  return data({ message, typed, retryAfter }, status);
}
