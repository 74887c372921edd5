import { networkOf } from "../limits/client-network.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import type { RequestMetadata } from "./accounts.ts";
import { hashingClient } from "./passwords.ts";
import { limitSignIn } from "./sign-in-limits.ts";

const recentSignInMs = 30 * 60_000;

/** Who is signed in, and since when: milliseconds since 1970 (UTC). */
export interface SignedIn {
  uid: string;
  email: string;
  signedInAt: number;
}

/**
 * The one rule for acts of customers that a stolen or forgotten session must not do: they type their password, as often as signing in allows. Accounts
 * without one must have signed in recently. See docs/decisions/0326.
 *
 * @returns the password's hash; null without one
 * @throws AccountError WRONG_PASSWORD, or SIGN_IN_AGAIN
 */
export async function proveIdentity(shop: Shop, signedIn: SignedIn, password: string, metadata: RequestMetadata) {
  const { accounts, db, now } = shop;
  const hash = await readPasswordHash(db, signedIn.uid);
  if (hash === null) {
    if (isRecentSignIn(signedIn.signedInAt, now())) return null;
    throw new AccountError("SIGN_IN_AGAIN");
  }
  const refundRateLimit = await limitSignIn(shop, { email: signedIn.email }, metadata);
  const { password: hashing } = await accounts.$context;
  const isRight = await hashingClient.run(networkOf(metadata.address), () => hashing.verify({ hash, password }));
  if (!isRight) throw new AccountError("WRONG_PASSWORD");
  await refundRateLimit();
  return hash;
}

/** Whether a sign-in is recent enough for acts that a stolen or forgotten session must not do. @param signedInAt milliseconds since 1970 (UTC) */
export function isRecentSignIn(signedInAt: number, now: Date) {
  return now.getTime() - signedInAt < recentSignInMs;
}

/** @returns null for an account without a password */
export async function readPasswordHash(db: Shop["db"], uid: string) {
  const account = await db
    .selectFrom("account")
    .select("password")
    .where("userId", "=", uid)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  return account?.password ?? null;
}
