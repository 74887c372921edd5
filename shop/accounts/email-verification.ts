import { signJWT, verifyJWT } from "better-auth/crypto";
import type { Shop } from "../shop.ts";
import { rethrowOutages } from "./accounts.ts";

const linkSeconds = 24 * 60 * 60;

type Context = Pick<Shop, "accounts" | "now">;

/** The token of a verification link. It expires after a day. The library's own expiry goes by this machine's clock, so it comes a day later. */
export async function createVerificationToken({ accounts, now }: Context, email: string) {
  const { secret } = await accounts.$context;
  return signJWT({ email, expiresAt: now().getTime() + 1000 * linkSeconds }, secret, 2 * linkSeconds);
}

/** The email that a verification link was sent to; undefined when the token is wrong or expired. Changes nothing. */
export async function readVerificationToken({ accounts, now }: Context, token: string) {
  const { secret } = await accounts.$context;
  const link = await verifyJWT<{ email?: string; expiresAt?: number }>(token, secret);
  // Links of earlier versions have the library's expiry only.
  return link?.expiresAt !== undefined && link.expiresAt <= now().getTime() ? undefined : link?.email;
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
