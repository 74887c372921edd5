import { randomBytes } from "node:crypto";
import { unseal } from "../secrets/seal.ts";

/** Makes a secret that signs a webhook's messages, in the form of Standard Webhooks. The database keeps it encrypted: see docs/decisions/0260. */
export function createSecret() {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** @param authSecret `AUTH_SECRET` @throws Error if it was sealed with another one */
export function openSecret(sealed: string, authSecret: string) {
  const secret = unseal(sealed, authSecret);
  if (secret === undefined) throw new Error("The secret was encrypted with another AUTH_SECRET. Make a new secret");
  return secret;
}
