import type { SignUpForm } from "#shop/accounts/account-forms.ts";
import { signIn } from "#shop/accounts/accounts.ts";
import { registerCustomer } from "#shop/accounts/register-customer.ts";
import type { Shop } from "#shop/shop.ts";
import { cookiesKeptBy, unlisted } from "./kept-in-browsers.ts";

/** A sign-up that is filled in well, with the given fields changed. */
export function signUpOf(changes: Partial<SignUpForm> = {}): SignUpForm {
  return {
    firstname: "Ada",
    lastname: "Lovelace",
    dateOfBirth: "1990-12-10",
    street: "Storgata 1",
    city: "Oslo",
    zipCode: "0155",
    country: "Norway",
    email: "ada@example.com",
    password: "Abcdef1!",
    confirmPassword: "Abcdef1!",
    ...changes,
  };
}

/** @returns the account's id */
export async function register({ connection, accounts, now }: Shop, changes: Partial<SignUpForm> = {}) {
  const { uid } = await registerCustomer(connection, accounts, signUpOf(changes), now());
  return uid;
}

/** Signs up a customer with a verified email. @returns the account's id */
export async function registerVerified(shop: Shop, changes: Partial<SignUpForm> = {}) {
  const uid = await register(shop, changes);
  const emailVerified = shop.connection.engine === "postgres" ? true : 1;
  await shop.db.updateTable("user").set({ emailVerified }).where("id", "=", uid).execute();
  return uid;
}

/** Signs a customer in. @returns the browser's cookies */
export async function signInCookies(
  { accounts }: Shop,
  { email = signUpOf().email, password = signUpOf().password } = {},
) {
  const answer = await signIn(accounts, { email, password }, { headers: new Headers(), address: "203.0.113.7" });
  if (answer.error !== undefined) throw new Error(answer.error);
  const unknown = unlisted(cookiesKeptBy(answer.headers));
  if (unknown.length > 0) throw new Error(`Signing in sets what the shop doesn't list: ${unknown}`);
  const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return new Map(pairs.map((pair) => [pair.split("=")[0] ?? "", pair]));
}
