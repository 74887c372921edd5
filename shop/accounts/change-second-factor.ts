import type { Database } from "#database/connect.ts";
import { parseJson } from "../files/json-bounds.ts";
import { consumeRateLimit } from "../limits/rate-limits.ts";
import { seal, unseal } from "../secrets/seal.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import type { RequestMetadata } from "./accounts.ts";
import {
  addressOfSecret,
  createSecret,
  readAuthenticatorState,
  saveAuthenticator,
  stepOfCode,
} from "./authenticator.ts";
import { endSessions } from "./customer-account.ts";
import { noteSecondFactor } from "./note-second-factor.ts";
import { proveIdentity, type SignedIn } from "./prove-identity.ts";
import { type QrCode, qrCodeOf } from "./qr-code.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { deleteAuthenticator, deleteSecondFactors, hasAuthenticator, requireConfirmedEmail } from "./second-factor.ts";
import { readToken, signToken } from "./signed-token.ts";
import { startProvenSession } from "./start-session.ts";

/** How customers set up two-step verification on `/account`, and switch it off. All functions throw AccountError and RateLimitError. */

/** For how long an app can be set up after the password was typed. */
const setUpMs = 30 * 60_000;

/** An app that is being set up. Nothing is saved until its first code is right. */
export interface AuthenticatorSetUp {
  /** The secret for typing, in groups of four. */
  secret: string;
  /** What the app reads: `address` as a picture. */
  qrCode: QrCode;
  /** Opens the app on a phone. */
  address: string;
  /** Proves that the password was typed, and carries the secret. */
  token: string;
}

/** Makes the secret of an authenticator app, for an account whose email is confirmed, and which has no app whose codes work. */
export async function beginAuthenticator(
  shop: Shop,
  signedIn: SignedIn,
  currentPassword: string,
  metadata: RequestMetadata,
): Promise<AuthenticatorSetUp> {
  const { db, settings } = shop;
  const { uid } = signedIn;
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  await requireConfirmedEmail(db, uid);
  if ((await readAuthenticatorState(shop, uid)) === "works") throw new AccountError("HAS_AUTHENTICATOR");
  const secret = createSecret();
  const token = await signToken(
    shop,
    "authenticator",
    JSON.stringify([uid, seal(secret, settings.authSecret)]),
    setUpMs,
  );
  return shownSetUp(shop, signedIn, secret, token);
}

/** The app that is being set up, after a wrong code. @throws AccountError SET_UP_EXPIRED */
export async function readAuthenticatorSetUp(shop: Shop, signedIn: SignedIn, token: string) {
  const secret = await secretOf(shop, signedIn, token);
  if (!secret) throw new AccountError("SET_UP_EXPIRED");
  return shownSetUp(shop, signedIn, secret, token);
}

/**
 * Switches two-step verification on, once the app's first code is right. All sessions end, and a new one begins with the second factor. An email tells of it.
 *
 * @returns the recovery codes, and the headers that set the new session's cookie
 */
export async function confirmAuthenticator(
  shop: Shop,
  signedIn: SignedIn,
  { token, code }: { token: string; code: string },
  metadata: RequestMetadata,
) {
  const { db, now, settings } = shop;
  const { uid, email } = signedIn;
  const secret = await secretOf(shop, signedIn, token);
  if (!secret) throw new AccountError("SET_UP_EXPIRED");
  const refundRateLimit = await consumeRateLimit(db, [{ limit: "secondStepByAccount", by: uid }], now());
  const step = await stepOfCode(secret, code, now());
  if (step === undefined) throw new AccountError("WRONG_AUTHENTICATOR_CODE");
  await refundRateLimit();
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    const isSaved = await saveAuthenticator(trx, { uid, secret, step, authSecret: settings.authSecret }, now());
    if (!isSaved) throw new AccountError("HAS_AUTHENTICATOR");
    await endSessions(trx, uid);
    await noteSecondFactor(trx, { uid, email, kind: "secondFactorOn" }, now());
    return replaceRecoveryCodes(trx, uid);
  });
  const { headers } = await startProvenSession(shop, { uid, email }, metadata);
  return { recoveryCodes, headers };
}

/** Replaces the recovery codes. @returns the new ones */
export async function renewRecoveryCodes(
  shop: Shop,
  signedIn: SignedIn,
  currentPassword: string,
  metadata: RequestMetadata,
) {
  const { db, now } = shop;
  const { uid, email } = signedIn;
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  return db.transaction().execute(async (trx) => {
    if (!(await hasAuthenticator(trx, uid))) throw new AccountError("NO_AUTHENTICATOR");
    await noteSecondFactor(trx, { uid, email, kind: "recoveryCodesRenewed" }, now());
    return replaceRecoveryCodes(trx, uid);
  });
}

/** Switches two-step verification off; passkeys stay. An email tells of it. */
export async function switchSecondFactorOff(
  shop: Shop,
  signedIn: SignedIn,
  currentPassword: string,
  metadata: RequestMetadata,
) {
  await proveIdentity(shop, signedIn, currentPassword, metadata);
  const { uid, email } = signedIn;
  await shop.db.transaction().execute(async (trx) => {
    if (await deleteAuthenticator(trx, uid))
      await noteSecondFactor(trx, { uid, email, kind: "secondFactorOff" }, shop.now());
  });
}

/**
 * Removes an account's authenticator app and passkeys, for someone who lost them, in the caller's transaction. An email tells of it.
 *
 * @param actor for the activity log
 * @returns false if it had none
 */
export async function removeSecondFactors(
  transaction: Database,
  { uid, email }: { uid: string; email: string },
  now: Date,
  actor: string,
) {
  const isRemoved = await deleteSecondFactors(transaction, uid);
  if (isRemoved) await noteSecondFactor(transaction, { uid, email, kind: "secondFactorOff", actor }, now);
  return isRemoved;
}

async function secretOf(shop: Shop, { uid }: SignedIn, token: string) {
  const value = await readToken(shop, "authenticator", token);
  if (!value) return undefined;
  const [of, sealed] = parseJson(value) as [string, string];
  return of === uid ? unseal(sealed, shop.settings.authSecret) : undefined;
}

function shownSetUp({ settings }: Shop, { email }: SignedIn, secret: string, token: string): AuthenticatorSetUp {
  const address = addressOfSecret(secret, { issuer: settings.shopName, email });
  return { secret: secret.replace(/.{4}(?=.)/g, "$& "), address, qrCode: qrCodeOf(address), token };
}
