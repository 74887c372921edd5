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

/** How a sign-in ended. */
export interface SignInOutcome {
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
): Promise<SignInOutcome> {
  const { accounts, db } = shop;
  const before = await readCredentialState(db, credentials.email);
  const answer = await signIn(accounts, credentials, metadata);
  if (answer.error === secondFactorNeeded) return waitForSecondStep(shop, before);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const after = await readCredentialState(db, credentials.email);
  // A code proves as much as a reset link.
  const isReset = "password" in credentials && after?.password !== before?.password;
  return keepSession(shop, answer, { email: credentials.email, disabledAt: after?.disabledAt, isReset }, metadata);
}

/** @param account as it was before the password was checked: one that was changed since ends the sign-in */
async function waitForSecondStep(
  shop: Context,
  account: { uid: string; password: string | null } | undefined,
): Promise<SignInOutcome> {
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
): Promise<SignInOutcome> {
  const { accounts, db, now } = shop;
  const answer = await signIn(accounts, { uid, secondFactorAt: now().getTime() }, metadata);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  const isReset = passwordProof !== undefined && (await readPasswordProof(shop, uid)) !== passwordProof;
  const { disabledAt } = (await readCredentialState(db, email)) ?? {};
  return keepSession(shop, answer, { email, disabledAt, isReset }, metadata);
}

interface Checked {
  email: string;
  disabledAt: number | null | undefined;
  /** Whether the account got another password during the check. */
  isReset: boolean;
}

/**
 * Keeps a session that was just begun, and ends the browser's earlier one. A reset or `disable` during the check ended all sessions before this one existed, so
 * then it ends too.
 */
async function keepSession(
  { accounts }: Context,
  { headers, emailVerified }: Pick<SignInOutcome, "headers" | "emailVerified">,
  { email, disabledAt, isReset }: Checked,
  metadata: RequestMetadata,
): Promise<SignInOutcome> {
  if (disabledAt || isReset) {
    const cookie = headers.getSetCookie().join("; ");
    await signOut(accounts, { ...metadata, headers: new Headers({ cookie }) });
    throw new AccountError(disabledAt ? "USER_DISABLED" : "INVALID_EMAIL_OR_PASSWORD");
  }
  if (hasSessionCookie(metadata.headers.get("cookie"))) await signOut(accounts, metadata);
  headers.append("set-cookie", await createDeviceCookie(accounts, metadata, email));
  return { headers, emailVerified, isPending: false };
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
