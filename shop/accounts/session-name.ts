import { createHash } from "node:crypto";

const sessionCookie = /\btorg\.session_token=([^;\s]+)/;

/** A name for the session of a `Cookie` or `Set-Cookie` header that doesn't reveal its token; undefined if the header has none, or removes it. */
export function nameSession(cookies: string | null | undefined) {
  const value = sessionCookie.exec(cookies ?? "")?.[1];
  return value && createHash("sha256").update(value).digest("base64url").slice(0, 22);
}
