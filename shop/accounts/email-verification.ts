import type { Shop } from "../shop.ts";
import { rethrowOutages } from "./accounts.ts";
import { readToken, signToken } from "./signed-token.ts";

const linkMs = 24 * 60 * 60 * 1000;

type Context = Pick<Shop, "accounts" | "now">;

/** The token of a verification link. It expires after a day. */
export function createVerificationToken(context: Context, email: string) {
  return signToken(context, "email", email, linkMs);
}

/** The email that a verification link was sent to; undefined when the token is wrong or expired. Changes nothing. */
export function readVerificationToken(context: Context, token: string) {
  return readToken(context, "email", token);
}

/** Verifies the email that a link was sent to. @returns false when the token is wrong or expired */
export async function verifyEmail({ accounts, now }: Context, token: string) {
  const email = await readVerificationToken({ accounts, now }, token);
  if (!email) return false;
  const { internalAdapter } = await accounts.$context;
  return rethrowOutages(async () => {
    const found = await internalAdapter.findUserByEmail(email);
    if (found && !found.user.emailVerified) await internalAdapter.updateUserByEmail(email, { emailVerified: true });
    return found !== null;
  });
}
