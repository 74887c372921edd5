import { signMessage } from "#shop/platforms/http-signatures.ts";
import { readSigningKey } from "#shop/platforms/signing-keys.ts";
import type { Shop } from "#shop/shop.ts";
import type { Answer } from "./call-operation.ts";

export const json = "application/json";

/** The headers that sign an answer: https://ucp.dev/2026-04-08/specification/signatures#rest-response-signing. */
export async function signAnswer({ db, settings, now }: Pick<Shop, "db" | "settings" | "now">, answer: Answer) {
  const key = await readSigningKey(db, settings.authSecret, now());
  const message = {
    status: answer.status,
    header: (name: string) => (name === "content-type" ? json : undefined),
    body: new TextEncoder().encode(answer.body),
  };
  return signMessage(key, message, Math.floor(now().getTime() / 1000));
}
