import { createHash } from "node:crypto";
import { parse } from "hono/utils/cookie";
import { sessionCookie } from "./accounts.ts";

/**
 * A name for the session of a `Cookie` or `Set-Cookie` header that doesn't reveal its token; undefined if the header has none, or removes it. On https,
 * a neighboring subdomain can add a cookie without `__Host-`, which is no session.
 */
export function nameSession(cookies: string | null | undefined) {
  const values = parse(cookies ?? "");
  const value = values[`__Host-${sessionCookie}`] ?? values[sessionCookie];
  return value ? createHash("sha256").update(value).digest("base64url").slice(0, 22) : undefined;
}
