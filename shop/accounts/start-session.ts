import type { Database } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import {
  type Credentials,
  hasSessionCookie,
  type RequestMetadata,
  secondFactorNeeded,
  signIn,
  signOut,
} from "./accounts.ts";
import { createDeviceCookie } from "./device-cookie.ts";
import { createPendingCookie, readPasswordProof } from "./pending-sign-in.ts";

type Context = Pick<Shop, "accounts" | "db" | "now">;

/** What a sign-in has come to. */
export interface SignedIn {
  /** They set the session's and the device cookie, or the one that waits for the second step. */
  headers: Headers;
  emailVerified: boolean;
  /** Whether there is no session yet: the account has a second factor. */
  isPending: boolean;
}

/**
 * Signs in and ends the browser's earlier session, unless the account's second factor is asked for first.
 *
 * @throws AccountError
 */
export async function startSession(
  shop: Context,
  credentials: Credentials,
  metadata: RequestMetadata,
): Promise<SignedIn> {
  const { accounts, db } = shop;
  const before = await readCredentialState(db, credentials.email);
  const answer = await signIn(accounts, credentials, metadata);
  if (answer.error === secondFactorNeeded) return waitForSecondStep(shop, before);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const after = await readCredentialState(db, credentials.email);
  // A reset or `disable` during the check ended all sessions before this one existed. A code proves as much as a reset link.
  const isReset = "password" in credentials && after?.password !== before?.password;
  if (after?.disabledAt || isReset) {
    await endStarted(accounts, answer.headers, metadata);
    throw new AccountError(after?.disabledAt ? "USER_DISABLED" : "INVALID_EMAIL_OR_PASSWORD");
  }
  return { ...(await replaceSession(shop, credentials.email, answer, metadata)), isPending: false };
}

/** @param account as it was before the password was checked: one that was changed since ends the sign-in */
async function waitForSecondStep(
  shop: Context,
  account: { uid: string; password: string | null } | undefined,
): Promise<SignedIn> {
  if (!account) throw new AccountError("USER_NOT_FOUND");
  const headers = new Headers([["set-cookie", await createPendingCookie(shop, account)]]);
  return { headers, emailVerified: true, isPending: true };
}

/**
 * Signs in to an account whose second factor was proved just now, and ends the browser's earlier session.
 *
 * @param account with `passwordProof` of the password that was proved before, if one was: another password since ends the sign-in
 * @throws AccountError
 */
export async function startProvenSession(
  shop: Context,
  { uid, email, passwordProof }: { uid: string; email: string; passwordProof?: string },
  metadata: RequestMetadata,
): Promise<SignedIn> {
  const { accounts, db, now } = shop;
  const answer = await signIn(accounts, { uid, secondFactorAt: now().getTime() }, metadata);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const isReset = passwordProof !== undefined && (await readPasswordProof(shop, uid)) !== passwordProof;
  const { disabledAt } = (await readCredentialState(db, email)) ?? {};
  if (disabledAt || isReset) {
    await endStarted(accounts, answer.headers, metadata);
    throw new AccountError(disabledAt ? "USER_DISABLED" : "INVALID_EMAIL_OR_PASSWORD");
  }
  return { ...(await replaceSession(shop, email, answer, metadata)), isPending: false };
}

async function replaceSession<Answer extends { headers: Headers }>(
  { accounts }: Pick<Shop, "accounts">,
  email: string,
  answer: Answer,
  metadata: RequestMetadata,
) {
  if (hasSessionCookie(metadata.headers.get("cookie"))) await signOut(accounts, metadata);
  answer.headers.append("set-cookie", await createDeviceCookie(accounts, metadata, email));
  return answer;
}

/** Ends a session that was just begun. */
function endStarted(accounts: Shop["accounts"], headers: Headers, metadata: RequestMetadata) {
  const cookie = headers.getSetCookie().join("; ");
  return signOut(accounts, { ...metadata, headers: new Headers({ cookie }) });
}

function readCredentialState(db: Database, email: string) {
  return db
    .selectFrom("customers")
    .innerJoin("account", "account.userId", "customers.uid")
    .select(["customers.uid", "account.password", "disabledAt"])
    .where("customers.email", "=", normalizeEmail(email))
    .where("providerId", "=", "credential")
    .executeTakeFirst();
}
