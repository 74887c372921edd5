import * as v from "valibot";
import { queueClaimedMail, queueMail } from "../mail/mail-queue.ts";
import type { Shop } from "../open-shop.ts";
import { AccountError } from "./account-error.ts";
import type { SignUpForm } from "./account-forms.ts";
import { resetPassword, signIn, type Visitor } from "./accounts.ts";
import { countAttempt } from "./attempts.ts";
import { registerCustomer } from "./register-customer.ts";

/**
 * What people ask of their accounts, with the limits on how often (in `attempts.ts`). All of these throw an AccountError for
 * what the account refuses, and a TooManyAttemptsError.
 */

/** Signs in. @returns the headers that set the session's cookie, and whether the email is verified */
export async function signInCustomer(
  { db, accounts, now }: Shop,
  credentials: { email: string; password: string },
  visitor: Visitor,
) {
  const takeBack = await countAttempt(
    db,
    [
      { limit: "signInByEmail", by: credentials.email },
      { limit: "signInByAddress", by: visitor.address },
    ],
    now(),
  );
  const answer = await signIn(accounts, credentials, visitor);
  if (answer.error !== undefined) throw new AccountError(answer.error);
  await takeBack();
  return answer;
}

/**
 * Creates an account with its customer, mails the link that verifies its address, and signs in. The account stands, whatever
 * becomes of its mail, which is tried again.
 *
 * @returns the headers that set the session's cookie
 */
export async function signUpCustomer(shop: Shop, form: SignUpForm, visitor: Visitor) {
  const { db, accounts, connection, now, mailSender, settings } = shop;
  if (!settings.emailSignIn) throw new AccountError("EMAIL_PASSWORD_SIGN_UP_DISABLED");
  await countAttempt(db, [{ limit: "signUpByAddress", by: visitor.address }], now());
  if (!v.is(deliverableAddress, form.email)) throw new AccountError("INVALID_EMAIL");
  refuseGuessable(form);
  const { mail } = await registerCustomer(connection, accounts, form, now());
  const mailing = mailSender.sendAtOnce(mail, mailPatience);
  const answer = await signIn(accounts, form, visitor);
  await mailing;
  if (answer.error !== undefined) throw new AccountError(answer.error);
  return answer.headers;
}

/** Mails the link that verifies an address once more. @throws also when the mail could not be handed on so far */
export async function resendVerification(shop: Shop, email: string, visitor: Visitor) {
  const { db, now, mailSender } = shop;
  await countMail(shop, "verificationMailByEmail", email, visitor);
  const mail = await queueClaimedMail(db, { kind: "verification", recipient: email }, now());
  if (!(await mailSender.sendAtOnce(mail, mailPatience))) throw new Error("The verification mail waits to be sent");
}

/**
 * Mails a link to choose a new password with, if there is an account. Nobody learns whether there is, nor by how long it takes:
 * whoever sends the mail looks for the account.
 */
export async function requestReset(shop: Shop, email: string, visitor: Visitor) {
  await countMail(shop, "resetMailByEmail", email, visitor);
  await queueMail(shop.db, { kind: "reset", recipient: email.toLowerCase() }, shop.now());
}

/** Chooses a new password with the token from the mail. */
export async function chooseNewPassword({ accounts }: Shop, token: string, newPassword: string, visitor: Visitor) {
  const changed = await resetPassword(accounts, token, newPassword, visitor);
  if (!changed) throw new AccountError("INVALID_TOKEN");
}

/** For so many milliseconds people wait for their mail to be handed on. */
const mailPatience = 5000;

const deliverableAddress = v.pipe(v.string(), v.email());

/** The first thing that somebody else would try (NIST SP 800-63B, 5.1.1.2: context-specific words). */
function refuseGuessable({ email, password }: Pick<SignUpForm, "email" | "password">) {
  const guess = password.toLowerCase();
  const address = email.toLowerCase();
  if (guess === address || guess === address.split("@")[0]) throw new AccountError("PASSWORD_TOO_WEAK");
}

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
