import { randomBytes } from "node:crypto";
import { unseal } from "../secrets/seal.ts";

/** With what a webhook's messages are signed, as Standard Webhooks writes it. The database has it sealed: see docs/decisions/0260. */
export function createSecret() {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** @param authSecret `AUTH_SECRET` @throws Error if it was sealed with another one */
export function openSecret(sealed: string, authSecret: string) {
  const secret = unseal(sealed, authSecret);
  if (secret === undefined) throw new Error("The secret was encrypted with another AUTH_SECRET. Make a new secret");
  return secret;
}
