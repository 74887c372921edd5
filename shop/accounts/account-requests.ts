import { isOutage } from "../errors.ts";
import { queueAwaitedMail, queueClaimedMail } from "../jobs/mail-queue.ts";
import { networkOf } from "../limits/client-network.ts";
import { consumeRateLimit } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import type { Credentials, RequestMetadata } from "./accounts.ts";
import { createDeviceCookie } from "./device-cookie.ts";
import { claimedPasskey } from "./passkey-checks.ts";
import { acceptPasskey, findPasskey } from "./passkeys.ts";
import { resetPassword } from "./password-resets.ts";
import { hashingClient, rejectWeakPassword } from "./passwords.ts";
import { registerCustomer } from "./register-customer.ts";
import { limitSignIn } from "./sign-in-limits.ts";
import { noteOutcome } from "./sign-in-log.ts";
import { startProvenSession, startSession } from "./start-session.ts";

/** What customers do with their accounts, rate limited. All functions throw AccountError and RateLimitError. */

/**
 * Signs in, by a password or an emailed code, and notes it in the logs. Accounts with two-step verification wait for `finishSignIn`.
 */
export function signInCustomer(shop: Shop, credentials: Credentials, metadata: RequestMetadata) {
  const { email } = credentials;
  return noteOutcome(shop, email, async () => {
    const refundRateLimit = await limitSignIn(shop, { email, isCode: "code" in credentials }, metadata);
    const session = await startSession(shop, credentials, metadata);
    await refundRateLimit();
    return session;
  });
}

/**
 * Signs in with a passkey. The device's user unlocked it, so it counts as a second step too.
 *
 * @param answer what the browser answered to `requestOptions`
 */
export async function signInByPasskey(shop: Shop, answer: string, metadata: RequestMetadata) {
  const { db, settings, now } = shop;
  if (!settings.emailSignIn) throw new AccountError("EMAIL_PASSWORD_DISABLED");
  const passkey = await findPasskey(db, claimedPasskey(answer) ?? "");
  if (!passkey) {
    await consumeRateLimit(db, [{ limit: "signInByAddress", by: metadata.address }], now());
    throw new AccountError("UNKNOWN_PASSKEY");
  }
  const { email } = passkey;
  return noteOutcome(shop, email, async () => {
    const refundRateLimit = await limitSignIn(shop, { email }, metadata);
    await acceptPasskey(shop, passkey, answer);
    const session = await startProvenSession(shop, passkey, metadata);
    await refundRateLimit();
    return session;
  });
}

/**
 * Creates an account with its customer, emails the verification link, and signs in. If sending fails, the account is kept and the
 * email is retried.
 *
 * @param from the page that asked to sign up; the email's link leads back to it
 * @returns the headers that set the session and device cookies; none if an outage began after the account was created
 */
export async function signUpCustomer(shop: Shop, form: SignUpForm, metadata: RequestMetadata, from?: string) {
  const { db, accounts, connection, now, jobs, settings } = shop;
  if (!settings.emailSignIn) throw new AccountError("EMAIL_PASSWORD_SIGN_UP_DISABLED");
  const limits = [
    { limit: "signUpByAddress", by: metadata.address },
    { limit: "mailByMailbox", by: form.email },
  ] as const;
  await consumeRateLimit(db, [...limits], now());
  rejectWeakPassword(form);
  const client = networkOf(metadata.address);
  const { mail } = await hashingClient.run(client, () => registerCustomer(connection, accounts, form, now(), from));
  const mailing = jobs.runClaimed(mail, mailTimeoutMs);
  // The account exists, so an error would invite a second sign-up that must fail.
  const session = await startSession(shop, form, metadata).catch((error) => {
    if (!isOutage(error)) throw error;
  });
  await mailing;
  return session?.headers ?? new Headers();
}

/** Sends a new verification link. @throws also when the mail server didn't accept the email yet */
export async function resendVerification(shop: Shop, email: string, metadata: RequestMetadata, from?: string) {
  const { db, now, jobs } = shop;
  await consumeMailLimit(shop, "verificationMailByEmail", email, metadata);
  const mail = await queueClaimedMail(db, { kind: "verification", recipient: email, from }, now());
  if (!(await jobs.runClaimed(mail, mailTimeoutMs))) throw new Error("The verification email is still queued");
}

/**
 * Emails a reset link if the account exists. The mail job looks the account up, so that neither the response nor its timing tells
 * whether it exists.
 */
export async function requestReset(shop: Shop, email: string, metadata: RequestMetadata) {
  const { db, now, jobs } = shop;
  await consumeMailLimit(shop, "resetMailByEmail", email, metadata);
  jobs.runNext("mail", await queueAwaitedMail(db, { kind: "reset", recipient: normalizeEmail(email) }, now()));
}

/**
 * Emails a code that signs in. The mail job looks the account up and makes the code, so that neither the response nor its timing tells whether the
 * account exists.
 */
export async function requestSignInCode(shop: Shop, email: string, metadata: RequestMetadata) {
  const { db, now, jobs } = shop;
  await consumeMailLimit(shop, "codeMailByEmail", email, metadata);
  const mail = await queueClaimedMail(db, { kind: "signInCode", recipient: normalizeEmail(email) }, now());
  // Someone waits for it, so it doesn't wait for the worker.
  void jobs.runClaimed(mail, mailTimeoutMs);
}

/**
 * Sets a new password with the token of a reset link.
 *
 * @param isSure whether an owner or staff member was told that it is common
 * @returns the account's email, and the headers that set the device cookie, so that a locked-out customer can sign in
 * @throws AccountError also when the password is weak, or common and in question; the link stays valid
 */
export async function chooseNewPassword(
  shop: Shop,
  token: string,
  newPassword: string,
  metadata: RequestMetadata,
  isSure = false,
) {
  const email = await resetPassword(shop, token, newPassword, metadata, isSure);
  if (!email) throw new AccountError("INVALID_TOKEN");
  const headers = new Headers([["set-cookie", await createDeviceCookie(shop.accounts, metadata, email)]]);
  return { email, headers };
}

/** How long customers wait for the mail server to accept their email. */
const mailTimeoutMs = 5000;

/** Counts an email that someone can have sent to any address. @throws RateLimitError */
export async function consumeMailLimit(
  { db, now }: Shop,
  limit: "verificationMailByEmail" | "resetMailByEmail" | "codeMailByEmail",
  email: string,
  metadata: RequestMetadata,
) {
  const attempts = [
    { limit, by: email },
    { limit: "mailByMailbox", by: email },
    { limit: "mailByAddress", by: metadata.address },
  ] as const;
  await consumeRateLimit(db, [...attempts], now());
}
