import { signJWT, verifyJWT } from "better-auth/crypto";
import { type Accounts, rethrowOutages } from "./accounts.ts";

const linkSeconds = 24 * 60 * 60;

/** The token of a verification link. It expires after a day. */
export async function createVerificationToken(accounts: Accounts, email: string) {
  const { secret } = await accounts.$context;
  return signJWT({ email }, secret, linkSeconds);
}

/** The email that a verification link was sent to; undefined when the token is wrong or expired. Changes nothing. */
export async function readVerificationToken(accounts: Accounts, token: string) {
  const { secret } = await accounts.$context;
  return (await verifyJWT<{ email?: string }>(token, secret))?.email;
}

/** Verifies the email that a link was sent to. @returns false when the token is wrong or expired */
export async function verifyEmail(accounts: Accounts, token: string) {
  const email = await readVerificationToken(accounts, token);
  if (!email) return false;
  const { internalAdapter } = await accounts.$context;
  return rethrowOutages(async () => {
    const found = await internalAdapter.findUserByEmail(email);
    if (found && !found.user.emailVerified) await internalAdapter.updateUserByEmail(email, { emailVerified: true });
    return found !== null;
  });
}
