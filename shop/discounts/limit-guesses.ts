import { consumeRateLimit, type RateLimitKey } from "../accounts/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { DiscountRefusedError } from "./discount-refusal.ts";

/**
 * Limits how many codes that don't exist someone may try.
 *
 * @param attempt tries a code
 * @throws RateLimitError before the attempt, and what it throws
 */
export async function limitGuesses<Result>(
  { db, now }: Pick<Shop, "db" | "now">,
  limits: RateLimitKey[],
  attempt: () => Promise<Result>,
) {
  // Consumed first, so that many guesses at once can't exceed the limit.
  const refundRateLimit = await consumeRateLimit(db, limits, now());
  try {
    const result = await attempt();
    await refundRateLimit();
    return result;
  } catch (error) {
    const isWrong = error instanceof DiscountRefusedError && error.refusal.reason === "unknown";
    if (!isWrong) await refundRateLimit();
    throw error;
  }
}
