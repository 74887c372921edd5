import { signJWT, verifyJWT } from "better-auth/crypto";
import type { Shop } from "../shop.ts";

type Context = Pick<Shop, "accounts" | "now">;

/** What a token says, and what it is for: one kind of link doesn't open another. */
type Claim =
  | "email"
  | "emailChange"
  | "staffInvitation"
  | "download"
  | "pendingSignIn"
  | "authenticator"
  | "passkey"
  | "passkeySignIn";

/** A token that the shop has signed. The library's own expiry goes by this machine's clock, so it comes later. */
export async function signToken({ accounts, now }: Context, claim: Claim, value: string, validMs: number) {
  const { secret } = await accounts.$context;
  return signJWT({ [claim]: value, expiresAt: now().getTime() + validMs }, secret, (2 * validMs) / 1000);
}

/** What a token says. Changes nothing. @returns undefined when the token is wrong, expired, or for something else */
export async function readToken({ accounts, now }: Context, claim: Claim, token: string) {
  const { secret } = await accounts.$context;
  const signed = await verifyJWT<Partial<Record<Claim, string>> & { expiresAt?: number }>(token, secret);
  // Links of earlier versions have the library's expiry only.
  if (signed?.expiresAt !== undefined && signed.expiresAt <= now().getTime()) return undefined;
  const value = signed?.[claim];
  return typeof value === "string" ? value : undefined;
}
