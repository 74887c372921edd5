import { consumeRateLimit, type RateLimitKey } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import type { RequestMetadata } from "./accounts.ts";
import { findDevice } from "./device-cookie.ts";

/**
 * Counts an attempt at an account. A browser that signed in to it before has its own limit, so strangers can't lock the customer out.
 *
 * @returns a function that takes the attempt back
 * @throws RateLimitError
 */
export async function limitSignIn(
  { db, accounts, now }: Pick<Shop, "db" | "accounts" | "now">,
  { email, isCode = false }: { email: string; isCode?: boolean },
  metadata: RequestMetadata,
) {
  const device = await findDevice(accounts, metadata, email);
  const ofStranger: RateLimitKey[] = [
    { limit: "signInByEmail", by: email },
    ...(isCode ? [{ limit: "codeByEmail", by: email } as const] : []),
  ];
  const ofAccount: RateLimitKey[] = device ? [{ limit: "signInByDevice", by: device }] : ofStranger;
  return consumeRateLimit(db, [...ofAccount, { limit: "signInByAddress", by: metadata.address }], now());
}
