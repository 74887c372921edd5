import { checkRateLimit, consumeRateLimit, type RateLimitKey } from "../accounts/rate-limits.ts";
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
    if (!isWrongGuess(error)) await refundRateLimit();
    throw error;
  }
}

/**
 * The same for orders, which come one after the other for each customer: one with a code that exists writes nothing here.
 *
 * @throws RateLimitError before the attempt, and what it throws
 */
export async function limitGuessesInOrders<Result>(
  { db, now }: Pick<Shop, "db" | "now">,
  userId: string,
  attempt: () => Promise<Result>,
) {
  const limit = { limit: "wrongCodeByAccount", by: userId } as const;
  await checkRateLimit(db, limit, now());
  try {
    return await attempt();
  } catch (error) {
    if (isWrongGuess(error)) await consumeRateLimit(db, [limit], now());
    throw error;
  }
}

function isWrongGuess(error: unknown) {
  return error instanceof DiscountRefusedError && error.refusal.reason === "unknown";
}
