import { consumeRateLimit } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { DiscountRefusedError } from "./discount-refusal.ts";

/** Who tries a code: a customer, from a network address. */
export interface Guesser {
  userId: string;
  address: string;
}

/**
 * Limits how many codes that don't exist a customer and an address may try, at checkout and in orders together.
 *
 * @param guesser who has signed in, and from where; a platform asks for buyers whom the shop doesn't know
 * @param attempt tries a code
 * @throws RateLimitError before the attempt, and what it throws
 */
export async function limitGuesses<Result>(
  { db, now }: Pick<Shop, "db" | "now">,
  { userId, address }: Omit<Guesser, "userId"> & Partial<Guesser>,
  attempt: () => Promise<Result>,
) {
  const limits = [
    ...(userId === undefined ? [] : [{ limit: "wrongCodeByAccount", by: userId } as const]),
    { limit: "wrongCodeByAddress", by: address } as const,
  ];
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

function isWrongGuess(error: unknown) {
  return error instanceof DiscountRefusedError && error.refusal.reason === "unknown";
}
