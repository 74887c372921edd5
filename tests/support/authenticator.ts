import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { beginAuthenticator, confirmAuthenticator } from "#shop/accounts/change-second-factor.ts";
import type { Shop } from "#shop/shop.ts";
import { signUpOf } from "./customers.ts";

const stepMs = 30_000;

/** An authenticator app. @param secret in base 32, with spaces @param now of its clock */
export function authenticatorApp(secret: string, now: () => Date) {
  const otp = createOTP(base32.decode(secret.replaceAll(" ", "")));
  return {
    /** @param steps how many codes later than the current one */
    code: (steps = 0) => otp.hotp(Math.floor(now().getTime() / stepMs) + steps),
  };
}

/** Sets an authenticator app up for a customer with a verified email. Its next code is the one after the current one. @returns it, and the code that is used up */
export async function setUpAuthenticator(
  shop: Shop,
  uid: string,
  { email = signUpOf().email, password = signUpOf().password } = {},
) {
  const metadata = { headers: new Headers(), address: "203.0.113.7" };
  const signedIn = { uid, email, signedInAt: shop.now().getTime() };
  const { secret, token } = await beginAuthenticator(shop, signedIn, password, metadata);
  const app = authenticatorApp(secret, shop.now);
  const code = await app.code();
  const { recoveryCodes, headers } = await confirmAuthenticator(shop, signedIn, { token, code }, metadata);
  return { app, code, recoveryCodes, headers };
}
