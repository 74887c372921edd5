import * as v from "valibot";
import { isOutage } from "../is-outage.ts";
import { queueClaimedMail, queueMail } from "../mail/mail-queue.ts";
import type { Shop } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import type { Visitor } from "./accounts.ts";
import { countAttempt } from "./attempts.ts";
import { networkOf } from "./client-network.ts";
import { createDeviceCookie, findDevice } from "./device-cookie.ts";
import { hashingClient } from "./hash-passwords.ts";
import { resetPassword } from "./password-resets.ts";
import { registerCustomer } from "./register-customer.ts";
import { startSession } from "./start-session.ts";
import { rejectWeakPassword } from "./weak-password.ts";

/**
 * What people ask of their accounts, with the limits on how often (in `attempts.ts`). All of these throw an AccountError for
 * what the account refuses, and a TooManyAttemptsError.
 */

/**
 * Signs in. Failures from a browser that has signed in to the account before are counted for that browser alone, so that strangers
 * who fail lock nobody out but each other.
 *
 * @returns the headers that set the session's and the device cookie, and whether the email is verified
 */
export async function signInCustomer(shop: Shop, credentials: { email: string; password: string }, visitor: Visitor) {
  const { db, accounts, now } = shop;
  const device = await findDevice(accounts, visitor, credentials.email);
  const takeBack = await countAttempt(
    db,
    [
      device ? { limit: "signInByDevice", by: device } : { limit: "signInByEmail", by: credentials.email },
      { limit: "signInByAddress", by: visitor.address },
    ],
    now(),
  );
  const session = await startSession(shop, credentials, visitor);
  await takeBack();
  return session;
}

/**
 * Creates an account with its customer, mails the link that verifies its address, and signs in. The account stands, whatever
 * becomes of its mail, which is tried again.
 *
 * @returns the headers that set the session's and the device cookie; none when an outage came after the account was made
 */
export async function signUpCustomer(shop: Shop, form: SignUpForm, visitor: Visitor) {
  const { db, accounts, connection, now, mailSender, settings } = shop;
  if (!settings.emailSignIn) throw new AccountError("EMAIL_PASSWORD_SIGN_UP_DISABLED");
  await countAttempt(db, [{ limit: "signUpByAddress", by: visitor.address }], now());
  if (!v.is(deliverableAddress, form.email)) throw new AccountError("INVALID_EMAIL");
  rejectWeakPassword(form);
  const client = networkOf(visitor.address);
  const { mail } = await hashingClient.run(client, () => registerCustomer(connection, accounts, form, now()));
  const mailing = mailSender.sendAtOnce(mail, mailTimeoutMs);
  // With the account made, an outage leaves nothing to try again but signing in.
  const session = await startSession(shop, form, visitor).catch((error) => {
    if (!isOutage(error)) throw error;
  });
  await mailing;
  return session?.headers ?? new Headers();
}

/** Mails the link that verifies an address once more. @throws also when the mail could not be handed on so far */
export async function resendVerification(shop: Shop, email: string, visitor: Visitor) {
  const { db, now, mailSender } = shop;
  await countMail(shop, "verificationMailByEmail", email, visitor);
  const mail = await queueClaimedMail(db, { kind: "verification", recipient: email }, now());
  if (!(await mailSender.sendAtOnce(mail, mailTimeoutMs))) throw new Error("The verification mail waits to be sent");
}

/**
 * Mails a link to choose a new password with, if there is an account. Nobody learns whether there is, nor by how long it takes:
 * whoever sends the mail looks for the account.
 */
export async function requestReset(shop: Shop, email: string, visitor: Visitor) {
  await countMail(shop, "resetMailByEmail", email, visitor);
  await queueMail(shop.db, { kind: "reset", recipient: email.toLowerCase() }, shop.now());
}

/**
 * Chooses a new password with the token from the mail.
 *
 * @returns the headers that set the device cookie: whoever is locked out gets in this way
 * @throws AccountError also when the password is weak; the link still works then
 */
export async function chooseNewPassword(shop: Shop, token: string, newPassword: string, visitor: Visitor) {
  const email = await resetPassword(shop, token, newPassword, visitor);
  if (!email) throw new AccountError("INVALID_TOKEN");
  return new Headers([["set-cookie", await createDeviceCookie(shop.accounts, visitor, email)]]);
}

/** How long people wait for their mail to be handed on. */
const mailTimeoutMs = 5000;

const deliverableAddress = v.pipe(v.string(), v.email());

async function countMail(
  { db, now }: Shop,
  limit: "verificationMailByEmail" | "resetMailByEmail",
  email: string,
  visitor: Visitor,
) {
  const attempts = [
    { limit, by: email },
    { limit: "mailByAddress", by: visitor.address },
  ] as const;
  await countAttempt(db, [...attempts], now());
}
