import { createHmac, timingSafeEqual } from "node:crypto";
import { generateRandomString } from "better-auth/crypto";
import type { Database } from "#database/connect.ts";
import { signInCodeLength, signInCodeMinutes } from "../forms/account-fields.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import type { Accounts } from "./accounts.ts";
import type { RedeemCode } from "./code-sign-in.ts";
import { repeatAfterSignUp } from "./insert-account.ts";
import { proveMailbox } from "./prove-mailbox.ts";

/**
 * Codes that sign customers in by email. The shop keeps one per address, so a new code ends the one before. See docs/decisions/0281.
 */

const validMs = signInCodeMinutes * 60_000;
/** Then the code ends, even if the next try is right. */
const mostTries = 5;

type Context = Pick<Shop, "accounts" | "db" | "now">;

/** Makes the code of an email, and ends the one before. @returns undefined for owners and staff, who need their password: see docs/decisions/0282 */
export async function createSignInCode({ accounts, db, now }: Context, email: string) {
  const address = normalizeEmail(email);
  if (await hasRole(db, address)) return undefined;
  const code = generateRandomString(signInCodeLength, "0-9");
  const kept = { hash: await hashOf(accounts, address, code), tries: 0, expiresAt: now().getTime() + validMs };
  await db
    .insertInto("signInCodes")
    .values({ email: address, ...kept })
    .onConflict((conflict) => conflict.column("email").doUpdateSet(kept))
    .execute();
  return code;
}

/** Whether a code that was asked for at that time would come too late. @param askedAt in milliseconds since 1970 (UTC) */
export function isTooLateForCode(askedAt: number, now: Date) {
  return now.getTime() >= askedAt + validMs;
}

/**
 * Uses a code up. Someone who knows it can read the mailbox, so they get the account of its email, or a new one.
 *
 * @returns the account's id; undefined when the code is wrong, used, expired or was tried too often
 */
export async function redeemSignInCode(
  { db, now: readTime }: Pick<Context, "db" | "now">,
  { email, code, secret }: Parameters<RedeemCode>[0],
): ReturnType<RedeemCode> {
  const now = readTime();
  const address = normalizeEmail(email);
  // Counted before it is compared, so that requests at once can't try more.
  const counted = await db
    .updateTable("signInCodes")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("email", "=", address)
    .where("tries", "<", mostTries)
    .where("expiresAt", ">", now.getTime())
    .returning("hash")
    .executeTakeFirst();
  const hash = hashWith(secret, address, code);
  if (!counted || !timingSafeEqual(Buffer.from(counted.hash), Buffer.from(hash))) return undefined;
  return repeatAfterSignUp(() =>
    db.transaction().execute(async (trx) => {
      const used = await trx
        .deleteFrom("signInCodes")
        .where("email", "=", address)
        .where("hash", "=", hash)
        .returning("email")
        .executeTakeFirst();
      return used && proveMailbox(trx, address, now);
    }),
  );
}

/** Removes codes that have expired. */
export async function removeExpiredCodes(db: Database, now: Date) {
  await db.deleteFrom("signInCodes").where("expiresAt", "<=", now.getTime()).execute();
}

async function hasRole(db: Database, email: string) {
  const owners = db.selectFrom("owners").innerJoin("user", "user.id", "owners.uid");
  return (await owners.select("role").where("user.email", "=", email).executeTakeFirst()) !== undefined;
}

async function hashOf(accounts: Accounts, email: string, code: string) {
  return hashWith((await accounts.$context).secret, email, code);
}

function hashWith(secret: string, email: string, code: string) {
  return createHmac("sha256", secret).update(`sign-in code ${code} ${email}`).digest("base64url");
}
