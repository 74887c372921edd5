import { consumeRateLimit, RateLimitError } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import type { RequestMetadata } from "./accounts.ts";
import { redeemAuthenticatorCode } from "./authenticator.ts";
import { noteSecondFactor } from "./note-second-factor.ts";
import { type PendingSignIn, readPendingSignIn, removePendingCookie } from "./pending-sign-in.ts";
import { countRecoveryCodes, redeemRecoveryCode } from "./recovery-codes.ts";
import { limitSignIn } from "./sign-in-limits.ts";
import { noteOutcome } from "./sign-in-log.ts";
import { type SignInOutcome, startProvenSession } from "./start-session.ts";

/** What was typed for the second step: the code of an authenticator app, or a recovery code. */
export type SecondStep = { code: string } | { recoveryCode: string };

/** Whether a code was wrong, so that another can be typed. */
export function isWrongCode(error: unknown): error is AccountError {
  return error instanceof AccountError && ["WRONG_AUTHENTICATOR_CODE", "WRONG_RECOVERY_CODE"].includes(error.code);
}

/**
 * Finishes a sign-in by its second step, and notes it in the logs.
 *
 * @throws AccountError, RateLimitError; SIGN_IN_ENDED when the password must be typed again
 */
export async function finishSignIn(shop: Shop, typed: SecondStep, metadata: RequestMetadata): Promise<SignInOutcome> {
  const pending = await readPendingSignIn(shop, metadata.headers);
  if (!pending) throw new AccountError("SIGN_IN_ENDED");
  const session = await noteOutcome(shop, pending.email, () => finishLimited(shop, pending, typed, metadata));
  session.headers.append("set-cookie", await removePendingCookie(shop));
  return session;
}

async function finishLimited(shop: Shop, pending: PendingSignIn, typed: SecondStep, metadata: RequestMetadata) {
  const { uid, email, proof: passwordProof } = pending;
  const refundRateLimits = await limitSecondStep(shop, pending, metadata);
  await redeemStep(shop, { uid, email }, typed);
  const session = await startProvenSession(shop, { uid, email, passwordProof }, metadata);
  await refundRateLimits();
  return session;
}

/** Counts a try before its code is compared, so that requests at once can't try more. @returns a function that takes it back */
async function limitSecondStep(shop: Shop, { id, uid, email }: PendingSignIn, metadata: RequestMetadata) {
  const { db, now } = shop;
  const ofSignIn = [{ limit: "secondStepBySignIn", by: id }] as const;
  const refundSignIn = await consumeRateLimit(db, [...ofSignIn], now()).catch((error) => {
    throw error instanceof RateLimitError ? new AccountError("SIGN_IN_ENDED") : error;
  });
  const refundAccount = await consumeRateLimit(db, [{ limit: "secondStepByAccount", by: uid }], now());
  const refundOthers = await limitSignIn(shop, { email, isCode: true }, metadata);
  return async () => {
    for (const refund of [refundSignIn, refundAccount, refundOthers]) await refund();
  };
}

type Account = Pick<PendingSignIn, "uid" | "email">;

async function redeemStep(shop: Shop, { uid, email }: Account, typed: SecondStep) {
  if ("recoveryCode" in typed) return spendRecoveryCode(shop, { uid, email }, typed.recoveryCode);
  const answer = await redeemAuthenticatorCode(shop, uid, typed.code);
  if (answer === "unreadable") throw new AccountError("AUTHENTICATOR_UNREADABLE");
  if (answer === "wrong") throw new AccountError("WRONG_AUTHENTICATOR_CODE");
}

/** Uses a recovery code up. An email tells of it. */
async function spendRecoveryCode({ db, now }: Shop, { uid, email }: Account, typed: string) {
  await db.transaction().execute(async (trx) => {
    const isRight = await redeemRecoveryCode(trx, { uid, typed, now: now() });
    if (!isRight) throw new AccountError("WRONG_RECOVERY_CODE");
    const codesLeft = await countRecoveryCodes(trx, uid);
    await noteSecondFactor(trx, { uid, email, kind: "recoveryCodeUsed", codesLeft }, now());
  });
}
